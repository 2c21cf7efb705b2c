package dev.nacoscapacity.cluster.standin.peers;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Type;

/**
 * The wire format of calls and answers: length, number of the call, and JSON. The reader gives the
 * expected record type; for calls, only the types that {@link PeerCall} permits are read.
 */
final class MessageCodec {

  private static final int MAX_BYTES = 256 << 20;

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          // A call without parameters is an empty record.
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .build();

  static {
    JSON.registerSubtypes(PeerCall.class.getPermittedSubclasses());
  }

  private MessageCodec() {}

  /** Frames messages. */
  static void addTo(ChannelPipeline pipeline) {
    pipeline.addLast(
        new LengthFieldBasedFrameDecoder(MAX_BYTES, 0, Integer.BYTES, 0, Integer.BYTES),
        new LengthFieldPrepender(Integer.BYTES));
  }

  static JavaType type(Type type) {
    return JSON.constructType(type);
  }

  /**
   * A message.
   *
   * @param id of the call, also in its answer
   */
  static ByteBuf write(ByteBufAllocator allocator, long id, Object content) throws IOException {
    ByteBuf message = allocator.buffer();
    try (OutputStream out = new ByteBufOutputStream(message.writeLong(id))) {
      JSON.writeValue(out, content);
    }
    return message;
  }

  /**
   * The content of a message whose number has been read.
   *
   * @throws IOException when the content is not of that type
   */
  static <T> T read(ByteBuf message, JavaType type) throws IOException {
    try (InputStream in = new ByteBufInputStream(message)) {
      return JSON.readValue(in, type);
    }
  }
}
