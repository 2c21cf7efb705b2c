package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.cluster.standin.registry.InstanceKey;
import dev.nacoscapacity.cluster.standin.registry.InstanceSpec;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.cluster.standin.registry.Writes;
import dev.nacoscapacity.core.record.Work;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.time.VirtualTime;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModelNodeTest {

  private static final long SECOND = 1_000_000_000;
  private static final ServiceKey SERVICE = new ServiceKey("public", "DEFAULT_GROUP@@orders");

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private ModelCluster cluster = new ModelCluster(ModelFile.read("five-small"), false, time, 1);
  private final ModelNode node = cluster.node(0);
  private final List<String> events = new ArrayList<>();

  private final HttpSocket socket =
      new HttpSocket() {
        @Override
        protected void opened() {
          events.add("opened");
        }

        @Override
        protected void refused() {
          events.add("refused");
        }

        @Override
        protected void lost() {
          events.add("lost");
        }
      };

  private final ModelCall call =
      new ModelCall() {
        @Override
        protected void listed(Service service) {
          events.add("listed");
        }

        @Override
        protected void answered() {
          events.add("answered " + status);
        }
      };

  @Test
  void shouldAnswerACall() {
    open();
    send();

    pass(SECOND);
    assertThat(events).containsExactly("opened", "listed", "answered 200");
  }

  @Test
  void shouldLoseACallThatIsSentBeforeTheClientHearsOfTheEnd() {
    open();
    node.kill();
    send();

    pass(SECOND);
    assertThat(events).contains("opened", "lost").doesNotContain("answered 200");
  }

  @Test
  void shouldAnswerWhatABlackHoleTookInWhenItIsGone() {
    open();
    cluster.conditions(node, NetworkConditions.BLACKHOLE);
    send();
    pass(10 * SECOND);
    assertThat(events).containsExactly("opened");

    cluster.conditions(node, NetworkConditions.NORMAL);
    pass(SECOND);
    assertThat(events).containsExactly("opened", "listed", "answered 200");
  }

  @Test
  void shouldFailNoForwardWhenPaused() {
    ModelNode owner = cluster.node(node.running().naming.members().owner(SERVICE.name()));
    assertThat(owner).isNotSameAs(node);
    open();
    owner.pause();
    call.request = Operation.REGISTER;
    call.service = SERVICE;
    call.write = new Writes.Register(SERVICE, instance(1), true);
    call.authorized = true;
    node.send(socket, call);
    pass(SECOND);
    node.pause();

    pass(5 * SECOND);
    assertThat(events).containsExactly("opened");
    node.resume();
    pass(SECOND);
    assertThat(events).containsExactly("opened", "answered 500");
  }

  @Test
  void shouldPayForEachInstanceWhenANodeLoadsASnapshot() {
    long each = CostFile.read("nacos-1.4.1", Path.of("")).of(Cost.SNAPSHOT);
    ModelNode started = first("nodes: 2\nmachines: {cores: 1}");
    ModelNode other = cluster.node(1);
    started.kill();
    started.start();
    pass(10 * SECOND);
    for (int number = 0; number < 60_000; number++) {
      other.running().naming.register(SERVICE, instance(number), true);
    }
    while (started.running() == null) {
      pass(SECOND / 10_000);
    }
    double before = other.running().workedSeconds();

    pass(SECOND * 95 / 100);
    assertThat(started.running().naming.registry().find(SERVICE).hosts()).isEqualTo(60_000);
    assertThat(started.running().workedSeconds()).isBetween(60_000 * each / 1e9, 0.35);
    assertThat(other.running().workedSeconds() - before).isBetween(60_000 * each / 1e9, 0.35);
  }

  @Test
  void shouldCountTheProcessingOfBeatsAsWork() {
    Costs costs = CostFile.read("nacos-1.4.1", Path.of(""));
    ModelNode owner = first("nodes: 1", Map.of(Cost.WAKE, 0.0));
    owner.running().naming.register(SERVICE, instance(1), true);
    Writes.Beat beat = new Writes.Beat(SERVICE, instance(1).key(), null);
    pass(SECOND);
    double before = owner.running().workedSeconds();
    for (int number = 0; number < 1_000; number++) {
      beat.at(owner.running().naming);
    }

    pass(SECOND);
    assertThat(owner.running().workedSeconds() - before)
        .isCloseTo(
            (costs.of(Cost.IDLE) + 1_000 * costs.of(Cost.BEAT_PROCESSING)) / 1e9, within(0.001));
  }

  @Test
  void shouldUseAsMuchCpuWithAQuotaAsWithout() {
    Map<Cost, Double> costs = Map.of(Cost.WAKE, 0.0);
    first("machines: {cores: 2, speed: 0.5}", costs);
    pass(20 * SECOND);
    double whole = cluster.usage().get(0).cpuSeconds();
    first("machines: {cores: 1, speed: 0.5, quota: 0.3}", costs);
    pass(20 * SECOND);

    assertThat(whole).isPositive();
    assertThat(cluster.usage().get(0).cpuSeconds()).isEqualTo(whole);
  }

  @Test
  void shouldWorkMoreForACallThatComesAfterAWhileWithNone() {
    first("nodes: 1\nheap: 64g", Map.of(Cost.WAKE, 2.0));
    RunningNode node = cluster.node(0).running();
    // Well after one of its timers, and well before the next.
    double timer = node.workedSeconds();
    while (node.workedSeconds() == timer) {
      pass(SECOND / 1000);
    }
    pass(SECOND / 20);
    double before = node.workedSeconds();

    node.run(1_000_000, () -> {});
    node.run(1_000_000, () -> {});
    pass(SECOND / 500);
    node.run(1_000_000, () -> {});

    assertThat(node.workedSeconds() - before).isCloseTo(0.005, within(1e-9));
  }

  @Test
  void shouldWorkAsMuchAsAllThatItHasDoneCosts() {
    first("nodes: 1\nheap: 64g");
    ModelNode only = cluster.node(0);
    only.open(socket);
    for (int second = 0; second < 20; second++) {
      only.running().naming.register(SERVICE, instance(second), true);
      call.request = Operation.LIST;
      call.authorized = true;
      only.send(socket, call);
      pass(SECOND);
    }

    double seconds = cluster.workSums().values().stream().mapToDouble(Work::cpuSeconds).sum();
    assertThat(cluster.workSums()).containsKeys("list", "idle");
    assertThat(only.running().workedSeconds()).isCloseTo(seconds, within(0.001 * seconds));
  }

  @Test
  void shouldExpireNothingWhenTheHeapIsFull() {
    ModelNode full = first("nodes: 1\nheap: 70m");
    for (int number = 0; number < 6_000; number++) {
      full.running().naming.register(SERVICE, instance(number), true);
    }

    pass(60 * SECOND);
    assertThat(full.running().heap.full()).isTrue();
    assertThat(full.running().naming.registry().find(SERVICE).healthyCount()).isEqualTo(6_000);
    assertThat(full.running().gcMillis()).isBetween(58_000.0, 61_000.0);
  }

  private ModelNode first(String settings) {
    return first(settings, Map.of());
  }

  /**
   * @param costs in place of those that come with the tool
   */
  private ModelNode first(String settings, Map<Cost, Double> costs) {
    String text = "version: 1.4.1\n" + settings + "\n";
    ModelSource.Text file = ModelSource.text("m.yaml", "m.yaml", text, Path.of(""));
    ModelSpec spec = ModelFile.parse(file);
    cluster = new ModelCluster(spec.withCosts(spec.costs().with(costs)), false, time, 1);
    return cluster.node(0);
  }

  private static InstanceSpec instance(int number) {
    return InstanceSpec.of(
        new InstanceKey("10.0.0.1", 1 + number, "DEFAULT"),
        SERVICE.name(),
        1,
        true,
        true,
        Map.of());
  }

  private void open() {
    node.open(socket);
    pass(SECOND);
  }

  private void send() {
    call.request = Operation.LIST;
    call.authorized = true;
    node.send(socket, call);
  }

  private void pass(long nanos) {
    time.runUntil(time.nanos() + nanos, () -> false);
  }
}
