package dev.nacoscapacity.simulator.wire.grpc;

import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.InputStream;

/** Sends what is ready to be sent. */
final class BytesMarshaller implements Marshaller<byte[]> {

  @Override
  public InputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public byte[] parse(InputStream stream) {
    throw new UnsupportedOperationException("bytes are only sent");
  }
}
