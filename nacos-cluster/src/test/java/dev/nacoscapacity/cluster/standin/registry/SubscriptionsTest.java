package dev.nacoscapacity.cluster.standin.registry;

import static dev.nacoscapacity.cluster.standin.registry.TestCluster.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubscriptionsTest {

  private static final ServiceKey OTHER = new ServiceKey("public", "DEFAULT_GROUP@@other");

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final Loop loop = Loop.on(time, () -> time.timeOfDay().toEpochMilli());
  private final List<String> pushed = new ArrayList<>();
  private boolean acknowledges = true;
  private final Subscriptions<String> subscriptions = new Subscriptions<>(loop, this::push);

  private void push(
      String to, ServiceKey service, String clusters, Duration timeout, Runnable failed) {
    pushed.add(loop.millis() + " " + to + " " + clusters);
    if (!acknowledges) {
      loop.after(timeout, failed);
    }
  }

  private void passMillis(long millis) {
    time.runUntil(time.nanos() + Duration.ofMillis(millis).toNanos(), () -> false);
  }

  @Test
  void shouldPushHalfASecondAfterASubscription() {
    subscriptions.subscribe("a", ORDERS, "blue");

    passMillis(10_000);

    assertThat(pushed).containsExactly("500 a blue");
  }

  @Test
  void shouldPushOnceToEachInTheirOrderWhenSeveralChangesCome() {
    List.of("c", "a", "b").forEach(client -> subscriptions.subscribe(client, ORDERS, ""));
    passMillis(1_000);
    pushed.clear();

    subscriptions.changed(ORDERS);
    passMillis(400);
    subscriptions.changed(ORDERS);
    subscriptions.changed(OTHER);
    passMillis(10_000);

    assertThat(pushed).containsExactly("1500 c ", "1500 a ", "1500 b ");
  }

  @Test
  void shouldPushAgainOneSecondAfterTheAcknowledgementIsOverdue() {
    acknowledges = false;
    subscriptions.subscribe("a", ORDERS, "");

    passMillis(7_000);
    acknowledges = true;
    passMillis(20_000);

    assertThat(pushed).containsExactly("500 a ", "6500 a ", "12500 a ");
  }

  @Test
  void shouldPushAgainWithTheNextChangeWhenThatComesBeforeTheRetry() {
    subscriptions.subscribe("b", ORDERS, "");
    passMillis(1_000);
    acknowledges = false;
    subscriptions.subscribe("a", ORDERS, "");
    passMillis(600);
    acknowledges = true;
    pushed.clear();

    passMillis(4_000);
    subscriptions.changed(ORDERS);
    passMillis(20_000);

    assertThat(pushed).containsExactlyInAnyOrder("6100 b ", "6100 a ", "7500 a ");
  }

  @Test
  void shouldPushNothingWhenUnsubscribedOrGone() {
    subscriptions.subscribe("a", ORDERS, "");
    subscriptions.subscribe("b", ORDERS, "");
    subscriptions.subscribe("b", OTHER, "");

    subscriptions.unsubscribe("a", ORDERS);
    subscriptions.forget("b");
    subscriptions.changed(ORDERS);
    subscriptions.changed(OTHER);
    passMillis(10_000);

    assertThat(pushed).isEmpty();
  }
}
