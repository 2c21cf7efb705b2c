package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.Call;

/** One request and its answer on one connection. It ends once, whatever comes after that. */
abstract class UnaryCall implements UnaryListener {

  static final String TIMED_OUT = "timed out";

  final Call call;

  /** Gives it up; null until the link has returned it. */
  private Runnable abandon;

  private boolean answered;
  private boolean over;
  private boolean connectionGone;
  private String failure;

  /** When it is given up, in nanoseconds. */
  private long deadline;

  UnaryCall(Call call) {
    this.call = call;
  }

  final void start(GrpcLink link, String token, long deadline) {
    this.deadline = deadline;
    abandon = link.unary(call, token, this);
  }

  /** The answer is here, and counts. */
  void accepted(GrpcAnswer answer) {}

  /** The transport took it just now. */
  abstract void sent();

  /** All is over. */
  abstract void done(String failure);

  /** Whether it failed since the connection did. */
  final boolean connectionGone() {
    return connectionGone;
  }

  final boolean isOver() {
    return over;
  }

  final long deadline() {
    return deadline;
  }

  /** Ends it, answered or not. */
  final void giveUp(String reason) {
    if (!over) {
      end(reason);
      abandon.run();
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
    done(reason);
  }
}
