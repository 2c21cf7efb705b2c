package dev.nacoscapacity.simulator.client.grpc;

import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;

/**
 * Notifies the listener of a request when the transport has written it. grpc-java calls {@code
 * outboundHeaders} once the headers are written to the socket ({@code
 * NettyClientHandler.createStreamTraced}, on the write's promise), and a small request's data is in
 * the same flush; {@code outboundMessageSent} comes earlier, when the message is only queued.
 */
final class WriteTracer extends ClientStreamTracer.Factory {

  private static final CallOptions.Key<UnaryListener> CALL = CallOptions.Key.create("call");
  private static final CallOptions OPTIONS =
      CallOptions.DEFAULT.withStreamTracerFactory(new WriteTracer());

  private WriteTracer() {}

  static CallOptions options(UnaryListener call) {
    return OPTIONS.withOption(CALL, call);
  }

  @Override
  public ClientStreamTracer newClientStreamTracer(
      ClientStreamTracer.StreamInfo info, Metadata headers) {
    UnaryListener call = info.getCallOptions().getOption(CALL);
    return new ClientStreamTracer() {
      @Override
      public void outboundHeaders() {
        call.written();
      }
    };
  }
}
