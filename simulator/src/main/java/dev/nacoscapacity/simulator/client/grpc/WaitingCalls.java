package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Calls that wait for a connection or a new token, like those of {@code RpcClient.request}, which
 * retries until the call's timeout.
 */
final class WaitingCalls {

  /**
   * @param refusedToken the token that must not be sent again, or null
   */
  private record WaitingCall(Call call, String reason, String refusedToken) {}

  private final long timeout;
  private List<WaitingCall> calls = new ArrayList<>();

  /**
   * @param timeout from the start of a call, in nanoseconds
   */
  WaitingCalls(long timeout) {
    this.timeout = timeout;
  }

  void add(Call call, String reason, String refusedToken) {
    calls.add(new WaitingCall(call, reason, refusedToken));
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
    List<WaitingCall> all = calls;
    calls = new ArrayList<>();
    for (WaitingCall waiting : all) {
      if (ready.test(waiting.call(), waiting.refusedToken())) {
        resume.accept(waiting.call());
      } else if (now - waiting.call().startedAt >= timeout) {
        end.accept(waiting.call(), waiting.reason());
      } else {
        calls.add(waiting);
      }
    }
  }

  /** Ends some calls. */
  void clear(Consumer<Call> end, Predicate<Call> which) {
    List<WaitingCall> ended = new ArrayList<>();
    calls.removeIf(waiting -> which.test(waiting.call()) && ended.add(waiting));
    ended.forEach(waiting -> end.accept(waiting.call()));
  }
}
