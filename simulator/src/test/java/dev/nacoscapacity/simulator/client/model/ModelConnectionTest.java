package dev.nacoscapacity.simulator.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.cluster.model.ModelFile;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.SlowClients;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.client.Registrations;
import dev.nacoscapacity.simulator.client.http.HttpDriver;
import dev.nacoscapacity.simulator.engine.CallFixtures;
import dev.nacoscapacity.simulator.engine.ListCall;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelConnectionTest {

  private static final long SECOND = 1_000_000_000;
  private static final Fleet FLEET =
      new Fleet(new Population(1, 1, "orders", "public", Shard.WHOLE));

  private static final Fleet SLOW =
      new Fleet(
          new Population(
              new Traffic(
                  null, Traffic.even(1, 1).classes(), null, new SlowClients(1, 2), List.of()),
              "slow",
              "public",
              Shard.WHOLE));

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final ModelCluster cluster;
  private HttpDriver driver;
  private Call completed;

  ModelConnectionTest(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("two.yaml");
    Files.writeString(file, "version: 1.4.1\nnodes: 2\nlinks: {delay: 1s, jitter: 0s}\n");
    cluster = new ModelCluster(ModelFile.read(file.toString()), false, time, 1);
    driver = driver(FLEET);
  }

  private HttpDriver driver(Fleet fleet) {
    HttpSettings settings =
        new HttpSettings(
            Workloads.ofDriver(
                "public", Duration.ofSeconds(5), Workloads.http(Duration.ofSeconds(5))),
            null,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            1);
    Registrations registrations = new Registrations(fleet, "public", of -> Map.of());
    return new HttpDriver(
        2,
        fleet,
        settings,
        new ModelConnections(
            cluster, registrations, settings, client -> null, call -> completed = call),
        1,
        call -> completed = call);
  }

  @Test
  void shouldReadTheFiguresOfTheAttemptThatWasAnsweredWhenAnotherFailed() {
    cluster.cut(cluster.nodes().get(0), List.of(cluster.nodes().get(1)));
    int owner = registersAt(0) ? 0 : 1;
    assertThat(registersAt(owner)).isTrue();
    Call list = send(Operation.LIST, Call.ANY_SERVER);
    if (list.server != owner) {
      pass(6);
      list = send(Operation.LIST, Call.ANY_SERVER);
    }
    assertThat(list.server).isEqualTo(owner);

    pass(0.5);
    cluster.conditions(cluster.nodes().get(owner), NetworkConditions.BLACKHOLE);
    pass(15);
    assertThat(completed).isSameAs(list);
    assertThat(list.failure).isNull();
    assertThat(list.server).as("it does not know the service").isEqualTo(1 - owner);
    assertThat(((ListCall) list).hosts).isZero();
    assertThat(((ListCall) list).healthy).isZero();
  }

  @Test
  void shouldReadWhatArrivedBeforeTheNodeClosedTheConnection() {
    driver = driver(SLOW);
    Call list = send(Operation.LIST, 0);
    pass(4.3);

    cluster.nodes().get(0).kill();
    pass(1.5);
    assertThat(completed).as("arrived after 4 s, and is read 2 s later").isNull();
    pass(0.5);

    assertThat(completed).isSameAs(list);
    assertThat(list.failure).isNull();
    assertThat(list.server).isZero();
  }

  @Test
  void shouldListAllAsHealthyWhenNoneIs() {
    int owner = registersAt(0) ? 0 : 1;
    assertThat(registersAt(owner)).isTrue();
    pass(10);

    ListCall list = (ListCall) send(Operation.LIST, owner);
    pass(5);

    assertThat(completed).isSameAs(list);
    assertThat(list.hosts).isOne();
    assertThat(list.healthy).as("the protect threshold is reached").isOne();
  }

  private boolean registersAt(int server) {
    Call call = send(Operation.REGISTER, server);
    pass(10);
    assertThat(completed).isSameAs(call);
    return call.failure == null;
  }

  private Call send(Operation operation, int server) {
    Call call = CallFixtures.begun(operation, 0, 0, time.nanos(), time.nanos());
    call.prescribedServer = server;
    driver.send(call);
    return call;
  }

  private void pass(double seconds) {
    long end = time.nanos() + (long) (seconds * SECOND);
    while (time.nanos() < end) {
      time.runUntil(Math.min(end, time.nanos() + SECOND / 10), () -> false);
      driver.expire(time.nanos());
    }
  }
}
