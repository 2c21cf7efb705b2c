package dev.nacoscapacity.chaos.simulation;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.run.Model;
import dev.nacoscapacity.simulator.verify.Listing;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * Stands between a fleet and its driver, and keeps an account of the calls that owes nothing to the
 * fleet's own: each begins once and ends once, and its moments come in their order.
 */
final class CallWatch {

  /**
   * A call that has ended.
   *
   * @param abandoned whether it was not sent, as the load was stopped
   */
  record Ended(
      Operation operation, long due, long answered, boolean ok, boolean abandoned, int failovers) {}

  private final Set<Call> underWay = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Ended> ended = new ArrayList<>();

  /** In the order in which they ended. */
  List<Ended> ended() {
    return ended;
  }

  int underWay() {
    return underWay.size();
  }

  /** The same model, whose driver is watched. */
  Model watching(Model model) {
    // What a driver is made of is its own package's.
    return forwarding(
        Model.class,
        model,
        (method, arguments) -> {
          int last = arguments == null ? 0 : arguments.length - 1;
          if (method.equals("driver")) {
            arguments[last] = new Ends((CallListener) arguments[last]);
          }
        },
        made -> made instanceof Driver driver ? watching(driver) : made);
  }

  private Driver watching(Driver driver) {
    return forwarding(
        Driver.class,
        driver,
        (method, arguments) -> {
          if (method.equals("send")) {
            require(underWay.add((Call) arguments[0]), "begins once", (Call) arguments[0]);
          }
        },
        result -> result);
  }

  /** The same, but that each call is seen before, and its result may be another one. */
  private static <T> T forwarding(
      Class<T> type, T to, BiConsumer<String, Object[]> before, UnaryOperator<Object> result) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              before.accept(method.getName(), arguments);
              try {
                return result.apply(method.invoke(to, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static void require(boolean holds, String what, Call call) {
    if (!holds) {
      throw new AssertionError(
          "%s: %s of %d, due %d, taken up %d, attempt %d, written %s %d, answered %d, bound wait %d, %s"
              .formatted(
                  what,
                  call.operation,
                  call.actor,
                  call.due,
                  call.startedAt,
                  call.attemptStartedAt,
                  call.wasWritten,
                  call.written,
                  call.answered,
                  call.boundWait,
                  call.failure));
    }
  }

  private final class Ends implements CallListener {

    private final CallListener listener;

    Ends(CallListener listener) {
      this.listener = listener;
    }

    @Override
    public void written(Call call) {
      require(underWay.contains(call), "written while under way", call);
      listener.written(call);
    }

    @Override
    public void completed(Call call) {
      require(underWay.remove(call), "ends once", call);
      long sent = call.wasWritten ? call.written : call.answered;
      require(call.due <= call.startedAt, "lag is 0 or more", call);
      require(call.startedAt <= call.attemptStartedAt, "retries take 0 or more", call);
      require(call.attemptStartedAt <= sent, "wait is 0 or more", call);
      require(sent <= call.answered, "service is 0 or more", call);
      require(call.boundWait >= 0, "a bound makes it wait for 0 or more", call);
      require(
          call.boundWait <= sent - call.startedAt, "a bound's part of the wait is no longer", call);
      // Who has no gRPC connection has nothing registered, and leaves without a word.
      boolean wasSent = call.wasWritten || call.operation == Operation.DEREGISTER;
      require(!call.ok() || wasSent, "answered, so written", call);
      ended.add(
          new Ended(
              call.operation,
              call.due,
              call.answered,
              call.ok(),
              Driver.ABANDONED.equals(call.failure),
              call.failovers));
      listener.completed(call);
    }

    @Override
    public void disconnected(int actor, Channel channel) {
      listener.disconnected(actor, channel);
    }

    @Override
    public void pushed(int subscriber, int service, Listing listing) {
      listener.pushed(subscriber, service, listing);
    }
  }
}
