package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.ConnectFailure;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Locale;

/** One request and its answer on one connection. It ends once, whatever comes after that. */
abstract class UnaryCall extends ClientCall.Listener<Received> {

  static final String TIMED_OUT = "timed out";
  static final String CLOSED = "connection closed";

  private ClientCall<byte[], Received> call;
  private boolean answered;
  private boolean ended;
  private boolean connectionGone;
  private String failure;

  /** When it is given up, in nanoseconds. */
  private long deadline;

  final void start(GrpcWire wire, ManagedChannel channel, byte[] request, long deadline) {
    this.deadline = deadline;
    call = channel.newCall(wire.request(), WriteTracer.options(this));
    wire.underWay(this);
    call.start(this, new Metadata());
    call.request(2);
    call.sendMessage(request);
    call.halfClose();
  }

  /** The transport took it. */
  final void markWritten() {
    if (!ended) {
      written();
    }
  }

  /** The transport took it just now. */
  abstract void written();

  /**
   * The answer is here.
   *
   * @return why it does not count, or null when it does
   */
  abstract String read(Received answer);

  /** All is over. */
  abstract void ended(String failure);

  /** Whether it failed since the connection did. */
  final boolean connectionGone() {
    return connectionGone;
  }

  final boolean isOver() {
    return ended;
  }

  final long deadline() {
    return deadline;
  }

  /** Ends it, answered or not. */
  final void giveUp(String reason) {
    if (!ended) {
      end(reason);
      call.cancel(reason, null);
    }
  }

  @Override
  public final void onMessage(Received answer) {
    if (!ended) {
      answered = true;
      failure = read(answer);
    }
  }

  @Override
  public final void onClose(Status status, Metadata trailers) {
    if (ended) {
      return;
    }
    if (status.isOk()) {
      end(answered ? failure : "no answer");
    } else {
      connectionGone = status.getCode() == Status.Code.UNAVAILABLE;
      end(reason(status));
    }
  }

  private void end(String reason) {
    ended = true;
    ended(reason);
  }

  /** Why a call came to nothing, in a few words that can be counted. */
  static String reason(Status status) {
    return switch (status.getCode()) {
      case UNAVAILABLE ->
          status.getCause() == null ? CLOSED : ConnectFailure.reason(status.getCause());
      case UNIMPLEMENTED -> "no Nacos gRPC service";
      // A socket that cannot be made is no fault of the network to grpc-java.
      case UNKNOWN -> ConnectFailure.known(status.getCause()).orElse("grpc unknown");
      default -> "grpc " + status.getCode().name().toLowerCase(Locale.ROOT);
    };
  }
}
