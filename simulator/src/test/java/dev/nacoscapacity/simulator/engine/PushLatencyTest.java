package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

class PushLatencyTest {

  private static final Fleet FLEET = new Fleet(8, 2, "orders", Shard.WHOLE);

  private final PushLatency pushes = new PushLatency(FLEET, new AtomicLongArray(FLEET.size()));
  private final List<String> told = new ArrayList<>();

  /** A list of service 0 with these instances, and two hosts that are no business of its. */
  private static Listing list(int... instances) {
    return (fleet, hosts) -> {
      hosts.host(-1, true);
      hosts.host(1, true);
      for (int instance : instances) {
        hosts.host(instance, true);
      }
      return true;
    };
  }

  private void pushed(long now, int... instances) {
    pushes.pushed(0, 0, list(instances), now, (registered, at) -> told.add(registered + "-" + at));
  }

  @Test
  void shouldTellOfEachNewInstanceOnce() {
    pushes.registering(0, 5);
    pushes.registering(2, 10);
    pushes.registering(4, 20);
    pushes.subscribed(0, 0, list(0));

    pushed(100, 0, 2);
    pushed(200, 0, 2, 4);
    pushed(300, 0, 2, 4);

    assertThat(told).containsExactly("10-100", "20-200");
  }

  @Test
  void shouldSayNothingOfTheSubscriberItselfAndOfWhatTheSubscriptionAnswered() {
    pushes.registering(0, 5);
    pushes.registering(2, 10);
    pushes.subscribed(0, 0, list(2));

    pushed(100, 0, 2);

    assertThat(told).isEmpty();
  }

  @Test
  void shouldTellAgainOfOneThatLeftAndRegisteredAgain() {
    pushes.registering(2, 10);
    pushes.subscribed(0, 0, list());
    pushed(100, 2);
    pushed(200);
    pushes.registering(2, 250);
    pushed(300, 2);

    assertThat(told).containsExactly("10-100", "250-300");
  }

  @Test
  void shouldNotTakeAnInstanceThatTheRegistryFoundAgainForALatePush() {
    pushes.registering(2, 10);
    pushes.subscribed(0, 0, list());
    pushed(TimeUnit.SECONDS.toNanos(61), 2);

    assertThat(told).isEmpty();
  }

  @Test
  void shouldPassOverAPushThatCameBeforeTheSubscriptionsAnswer() {
    pushes.registering(2, 10);
    pushed(100, 2);
    pushes.subscribed(0, 0, list(2));
    pushed(200, 2);

    assertThat(told).isEmpty();
  }
}
