package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * Calls that wait for what they lack, a connection or a fresh token: as with {@code
 * RpcClient.request}, which tries again as long as the call's time is not over.
 */
final class WaitingCalls {

  /**
   * @param refusedToken the token that must not be presented again, or null
   */
  private record Parked(Call call, String reason, String refusedToken) {}

  private final long timeout;
  private List<Parked> parked = new ArrayList<>();

  /**
   * @param timeout of a call, from its being taken up, in nanoseconds
   */
  WaitingCalls(long timeout) {
    this.timeout = timeout;
  }

  void park(Call call, String reason, String refusedToken) {
    parked.add(new Parked(call, reason, refusedToken));
  }

  /**
   * Lets those go on that can, and ends those whose time is over.
   *
   * @param ready whether a call can go on, told the token that it must not present
   */
  void release(
      long now,
      BiPredicate<Call, String> ready,
      Consumer<Call> goOn,
      BiConsumer<Call, String> end) {
    List<Parked> all = parked;
    parked = new ArrayList<>();
    for (Parked waiting : all) {
      if (ready.test(waiting.call(), waiting.refusedToken())) {
        goOn.accept(waiting.call());
      } else if (now - waiting.call().takenUp >= timeout) {
        end.accept(waiting.call(), waiting.reason());
      } else {
        parked.add(waiting);
      }
    }
  }

  /** Ends all. */
  void clear(Consumer<Call> end) {
    List<Parked> all = parked;
    parked = new ArrayList<>();
    all.forEach(waiting -> end.accept(waiting.call()));
  }
}
