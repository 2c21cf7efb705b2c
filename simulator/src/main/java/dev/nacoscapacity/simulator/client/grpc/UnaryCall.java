package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.Call;

/** One request and its response on one connection. Ends once; later events are ignored. */
abstract class UnaryCall implements UnaryListener {

  static final String TIMED_OUT = "timed out";

  final Call call;

  /** Cancels the request; null until {@link GrpcLink#unary} has returned. */
  private Runnable cancellation;

  private boolean answered;
  private boolean over;
  private boolean connectionGone;
  private String failure;

  /** When the call times out, in nanoseconds. */
  private long deadline;

  UnaryCall(Call call) {
    this.call = call;
  }

  final void start(GrpcLink link, String token, long deadline) {
    this.deadline = deadline;
    cancellation = link.unary(call, token, this);
  }

  /** Called on a successful response. */
  void accepted(GrpcAnswer answer) {}

  /** Called when the request was handed to the transport. */
  abstract void sent();

  /** Called when the call ends; {@code failure} is null on success. */
  abstract void onEnd(String failure);

  /** Whether the call failed because the connection did. */
  final boolean connectionGone() {
    return connectionGone;
  }

  final boolean isOver() {
    return over;
  }

  final long deadline() {
    return deadline;
  }

  /** Fails and cancels the call, unless it has ended. */
  final void giveUp(String reason) {
    if (!over) {
      end(reason);
      cancellation.run();
    }
  }

  @Override
  public final void written() {
    if (!over) {
      sent();
    }
  }

  @Override
  public final void answered(GrpcAnswer answer) {
    if (!over) {
      answered = true;
      failure = answer.read(call);
      if (failure == null) {
        accepted(answer);
      }
    }
  }

  @Override
  public final void ended(String reason, boolean connectionGone) {
    if (!over) {
      this.connectionGone = connectionGone;
      if (reason != null) {
        end(reason);
      } else {
        end(answered ? failure : "no answer");
      }
    }
  }

  private void end(String reason) {
    over = true;
    onEnd(reason);
  }
}
