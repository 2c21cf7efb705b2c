package dev.nacoscapacity.jmeter.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.protocol.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What JMeter itself would end with 0, or never. */
@Execution(ExecutionMode.CONCURRENT)
class FaultsIT {

  @TempDir private Path directory;

  @Test
  void shouldEndWithTheFaultNamedWhenARunCannotBegin() throws Exception {
    int nobody = JmeterRun.freePort();
    try (StandInServer standIn = new StandInServer();
        JmeterRun wrongPassword =
            start("password", Map.of("NACOS_PASSWORD", "wrong"), standIn.addresses(), true);
        JmeterRun unreachable = start("unreachable", Map.of(), "127.0.0.1:" + nobody, false);
        TunnelServer tunnel = new TunnelServer(200);
        JmeterRun throughTunnel = start("tunnel", Map.of(), tunnel.address(), false);
        TunnelServer silent = new TunnelServer(403);
        JmeterRun throughSilent = start("silent", Map.of(), silent.address(), false)) {
      assertThat(wrongPassword.await()).isEqualTo(2);
      assertThat(wrongPassword.output()).contains("login refused: check -Jusername");
      assertThat(standIn.of("POST", Http.INSTANCE)).isEmpty();
      assertThat(unreachable.await()).isEqualTo(2);
      assertThat(unreachable.output())
          .contains("127.0.0.1:" + nobody + " does not answer", "leave it out of -Jservers");
      assertThat(directory.resolve("unreachable.jtl")).content().contains("does not answer");
      assertThat(throughTunnel.await()).isEqualTo(64);
      assertThat(throughTunnel.output()).contains("10.1.2.3", "-Jyes=true");
      assertThat(tunnel.writes()).isEmpty();
      assertThat(throughSilent.await()).isEqualTo(64);
      assertThat(throughSilent.output()).contains("members", "-Jyes=true");
      assertThat(silent.writes()).isEmpty();
    }
  }

  private JmeterRun start(
      String name, Map<String, String> environment, String servers, boolean auth)
      throws IOException {
    return JmeterRun.start(
        directory,
        name,
        environment,
        List.of(
            "-n",
            "-t",
            JmeterRun.plan("registry-http.jmx"),
            "-l",
            directory.resolve(name + ".jtl").toString(),
            "-Jservers=" + servers,
            "-Jauth=" + auth));
  }

  @Test
  @Tag("full")
  void shouldEndTheRunAndKeepTheResultsWhenAnEngineDies() throws Exception {
    Path jtl = directory.resolve("out.jtl");
    try (StandInServer standIn = new StandInServer();
        TwoEngines engines = new TwoEngines(directory)) {
      engines.awaitReady();
      List<String> arguments = new ArrayList<>(List.of("-n", "-l", jtl.toString()));
      arguments.addAll(List.of("-t", JmeterRun.plan("registry-http.jmx")));
      arguments.addAll(List.of("-R", engines.names(), "-Jservers=" + standIn.addresses()));
      arguments.addAll(List.of("-Jinstances=20", "-Jauth=true", "-Jduration=300"));
      arguments.addAll(engines.security());
      try (JmeterRun run = JmeterRun.start(directory, "run", Map.of(), arguments)) {
        await()
            .atMost(Duration.ofMinutes(3))
            .until(() -> begun(jtl) == 2 && standIn.of("POST", Http.INSTANCE).size() == 20);

        engines.engine(1).kill();

        assertThat(run.await()).isEqualTo(2);
        assertThat(run.output()).contains("has died: ending the run");
        assertThat(jtl).content().contains("shard=1/2", "shard=2/2");
        // The other engine's half.
        await()
            .atMost(Duration.ofMinutes(1))
            .untilAsserted(() -> assertThat(standIn.of("DELETE", Http.INSTANCE)).hasSize(10));
      }
    }
  }

  /** How many engines' shards have begun: each says once what it does. */
  private static long begun(Path jtl) throws IOException {
    if (!Files.exists(jtl)) {
      return 0;
    }
    return Files.readString(jtl).lines().filter(line -> line.contains(",check,")).count();
  }
}
