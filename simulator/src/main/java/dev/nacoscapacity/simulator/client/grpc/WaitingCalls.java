package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * Calls that wait for a connection or a new token, like those of {@code RpcClient.request}, which
 * retries until the call's timeout.
 */
final class WaitingCalls {

  /**
   * @param refusedToken the token that must not be sent again, or null
   */
  private record Parked(Call call, String reason, String refusedToken) {}

  private final long timeout;
  private List<Parked> parked = new ArrayList<>();

  /**
   * @param timeout from the start of a call, in nanoseconds
   */
  WaitingCalls(long timeout) {
    this.timeout = timeout;
  }

  void park(Call call, String reason, String refusedToken) {
    parked.add(new Parked(call, reason, refusedToken));
  }

  /**
   * Resumes the calls that are ready, and ends those that timed out.
   *
   * @param ready whether to resume a call, given the token that must not be sent again, or null
   */
  void release(
      long now,
      BiPredicate<Call, String> ready,
      Consumer<Call> resume,
      BiConsumer<Call, String> end) {
    List<Parked> all = parked;
    parked = new ArrayList<>();
    for (Parked waiting : all) {
      if (ready.test(waiting.call(), waiting.refusedToken())) {
        resume.accept(waiting.call());
      } else if (now - waiting.call().startedAt >= timeout) {
        end.accept(waiting.call(), waiting.reason());
      } else {
        parked.add(waiting);
      }
    }
  }

  /** Ends all calls. */
  void clear(Consumer<Call> end) {
    List<Parked> all = parked;
    parked = new ArrayList<>();
    all.forEach(waiting -> end.accept(waiting.call()));
  }
}
