package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.workload.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs in virtual time, through the command line, with the options that change them. */
class RunTest {

  @TempDir private Path folder;

  /** A fleet on three nodes behind links with a delay. */
  private Cli runBehind(String delay, String... more) throws IOException {
    Path model = folder.resolve("three.yaml");
    Files.writeString(
        model, "version: 1.4.1\nnodes: 3\nlinks: {delay: %s, jitter: 0ms}\n".formatted(delay));
    return Cli.run(
        ShortRuns.quick("model:" + model, folder.resolve("run"), more).toArray(String[]::new));
  }

  private Cli run(String... more) throws IOException {
    return runBehind("0.2ms", more);
  }

  private RunFolder folder() {
    return RunFolder.open(folder.resolve("run"));
  }

  private RunRecord record() {
    return folder().run();
  }

  /** With the default bounds, a window of 2 s is too short for any verdict. */
  @Test
  void shouldBeInconclusiveWhenTheWindowIsTooShort() throws IOException {
    Cli cli = run("--threshold beatGap<=1m");

    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(2);
    assertThat(record().verdict().reasons())
        .extracting(Reason::code)
        .containsExactly("shortWindow");
    assertThat(cli.out()).contains("INCONCLUSIVE (exit code 2)", "measurement window was 2 s");
  }

  @Test
  void shouldFailWhenTheRegistryIsSlowerThanItsBound() throws IOException {
    Cli cli = runBehind("50ms", "--threshold window>=2s,beat.p99<99ms,contention<100%");

    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(1);
    assertThat(record().verdict().reasons().get(0).severity()).isEqualTo(Severity.LATENCY);
    assertThat(cli.out()).contains("FAIL (exit code 1)");
  }

  @Test
  void shouldSpeakChineseToPeopleAndTheSameToPrograms() throws IOException {
    Cli cli = runBehind("50ms", "--lang=zh --threshold window>=2s,beat.p99<99ms,contention<100%");

    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(1);
    assertThat(cli.out()).contains("未通过 FAIL（退出码 1）", "延迟 p99 为").doesNotContain("exit code");
    assertThat(cli.err()).contains("模型预测，并非实测");
    assertThat(record().verdict().reasons().get(0).text()).contains("latency p99 was");
    assertThat(Files.readString(folder.resolve("run/report.html"))).contains("data-opens=\"zh\"");
  }

  @Test
  void shouldApplyBoundsToTheRamp() throws IOException {
    Cli cli = runBehind("50ms", "--threshold window>=2s,register.p50<99ms,contention<100%");

    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(1);
    assertThat(record().verdict().reasons())
        .extracting(reason -> reason.arguments().get("operation"))
        .containsExactly("register");
    assertThat(record().lifecycle()).containsOnlyKeys("register", "deregister");
    assertThat(record().lifecycle().get("register").ok()).isEqualTo(40);
    assertThat(cli.out()).contains("register: 40 in the whole run, 0 failed; p50 ");
  }

  @Test
  void shouldRunABurstAndOneConnectionAClient() throws IOException {
    Cli cli = run("--arrivals burst --connections per-client");

    ShortRuns.assertPass(cli, record());
    assertThat(record().workload().timing().phase()).isEqualTo(Phase.BURST);
    assertThat(record().workload().connections()).hasValue(40);
  }

  @Test
  void shouldOpenAsManyConnectionsAsASlowRegistryNeeds() throws IOException {
    Cli cli = runBehind("100ms");

    ShortRuns.assertPass(cli, record());
    assertThat(record().workload().connections()).isEmpty();
    assertThat(record().generator().connections())
        .satisfies(all -> assertThat(all.asked()).isFalse())
        .satisfies(all -> assertThat(all.max()).as("with 8 long polls").isGreaterThan(12))
        .satisfies(all -> assertThat(all.waitMs()).isZero());
  }

  @Test
  void shouldBeInconclusiveWhenCallsWaitForTooFewConnections() throws IOException {
    Cli cli = runBehind("50ms", "--connections 3 --threshold beat.p99<1m,achieved>=0");

    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(2);
    assertThat(record().verdict().reasons())
        .filteredOn(reason -> reason.code().equals("connectionsOption"))
        .singleElement()
        .satisfies(
            reason ->
                assertThat(reason.text())
                    .contains("--connections allows 3", "leave the option out"));
  }

  @Test
  void shouldStretchTheRampToTheGivenTime() throws IOException {
    Cli cli = run("--ramp 6s");

    ShortRuns.assertPass(cli, record());
    assertThat(begun(Phases.WARM_UP) - begun(Phases.RAMP)).isBetween(5.5, 7.5);
  }

  private double begun(String phase) {
    return folder().events().stream()
        .filter(event -> event.kind().equals(Event.PHASE))
        .filter(event -> event.fields().get("phase").equals(phase))
        .findFirst()
        .orElseThrow()
        .seconds();
  }

  @Test
  void shouldLogEachClientInWhenAsked() throws IOException {
    Cli cli = run("--auth --login per-client");

    ShortRuns.assertPass(cli, record());
    assertThat(logins()).isEqualTo(40);
    assertThat(record().lifecycle().get("login").ok()).isEqualTo(40);
    assertThat(record().operations()).doesNotContainKey("login");
    assertThat(cli.out() + cli.err()).doesNotContain("a-modelled-token");
  }

  private long logins() {
    return folder().intervals().stream()
        .filter(row -> row.operation().equals("login"))
        .mapToLong(row -> row.stats().count(OperationCount.OK))
        .sum();
  }
}
