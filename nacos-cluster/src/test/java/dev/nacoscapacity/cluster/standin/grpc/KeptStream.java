package dev.nacoscapacity.cluster.standin.grpc;

import dev.nacoscapacity.cluster.protocol.grpc.Methods;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.protocol.grpc.PayloadMarshaller;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;

/** A client's stream that keeps what it is sent. */
final class KeptStream extends ServerCall<Payload, byte[]> {

  final List<Payload> sent = new ArrayList<>();
  boolean reads = true;

  List<String> types() {
    return sent.stream().map(Payload::type).toList();
  }

  @Override
  public void sendMessage(byte[] payload) {
    sent.add(new PayloadMarshaller().parse(new ByteArrayInputStream(payload)));
  }

  @Override
  public boolean isReady() {
    return reads;
  }

  @Override
  public void request(int count) {}

  @Override
  public void sendHeaders(Metadata headers) {}

  @Override
  public void close(Status status, Metadata trailers) {}

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public MethodDescriptor<Payload, byte[]> getMethodDescriptor() {
    throw new UnsupportedOperationException(Methods.BI_STREAM.getFullMethodName());
  }
}
