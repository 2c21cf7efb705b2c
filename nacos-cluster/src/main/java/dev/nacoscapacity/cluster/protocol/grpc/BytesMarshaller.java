package dev.nacoscapacity.cluster.protocol.grpc;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * For payloads that are {@linkplain PayloadMarshaller#bytes written} once and sent several times.
 */
public final class BytesMarshaller implements Marshaller<byte[]> {

  @Override
  public InputStream stream(byte[] payload) {
    return new ReadyBytes(payload);
  }

  @Override
  public byte[] parse(InputStream stream) {
    try {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw Status.INTERNAL
          .withDescription("cannot read a payload")
          .withCause(e)
          .asRuntimeException();
    }
  }

  /** Written to the transport's buffer without another copy. */
  static final class ReadyBytes extends ByteArrayInputStream implements Drainable, KnownLength {

    ReadyBytes(byte[] bytes) {
      super(bytes);
    }

    @Override
    public int drainTo(OutputStream target) {
      try {
        target.write(buf, pos, count - pos);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      int drained = count - pos;
      pos = count;
      return drained;
    }
  }
}
