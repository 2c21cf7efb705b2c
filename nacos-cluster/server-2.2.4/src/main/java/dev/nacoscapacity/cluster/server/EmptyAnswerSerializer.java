package dev.nacoscapacity.cluster.server;

import com.alibaba.nacos.consistency.serialize.HessianSerializer;

/**
 * Replaces Nacos's serializer of the same name, which throws a NullPointerException on an empty
 * answer: {@code select max(id)} of an empty table ends a fresh cluster.
 */
public final class EmptyAnswerSerializer extends HessianSerializer {

  @Override
  public <T> T deserialize(byte[] data, Class<T> type) {
    return data == null || data.length == 0 ? null : super.deserialize(data, type);
  }
}
