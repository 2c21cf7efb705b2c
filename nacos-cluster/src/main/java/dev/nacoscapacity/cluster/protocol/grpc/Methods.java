package dev.nacoscapacity.cluster.protocol.grpc;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;

/**
 * The two methods of a 2.x server: {@link #REQUEST} and {@link #BI_STREAM} for payloads, or with
 * other marshallers, for ready bytes for instance.
 *
 * <p>Source: Nacos 2.2.4's {@code nacos_grpc_service.proto}, which has no package.
 */
public final class Methods {

  private static final Marshaller<Payload> PAYLOAD = new PayloadMarshaller();

  /** A call with one answer. */
  public static final MethodDescriptor<Payload, Payload> REQUEST = request(PAYLOAD, PAYLOAD);

  /** The stream on which a client sets a connection up and the server sends requests of its own. */
  public static final MethodDescriptor<Payload, Payload> BI_STREAM = biStream(PAYLOAD, PAYLOAD);

  private Methods() {}

  public static <Q, A> MethodDescriptor<Q, A> request(
      Marshaller<Q> requests, Marshaller<A> answers) {
    return method(MethodType.UNARY, "Request", "request", requests, answers);
  }

  /**
   * @param upward what the client sends
   * @param downward what the server sends
   */
  public static <Q, A> MethodDescriptor<Q, A> biStream(
      Marshaller<Q> upward, Marshaller<A> downward) {
    return method(
        MethodType.BIDI_STREAMING, "BiRequestStream", "requestBiStream", upward, downward);
  }

  private static <Q, A> MethodDescriptor<Q, A> method(
      MethodType type, String service, String name, Marshaller<Q> requests, Marshaller<A> answers) {
    return MethodDescriptor.newBuilder(requests, answers)
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
        .build();
  }
}
