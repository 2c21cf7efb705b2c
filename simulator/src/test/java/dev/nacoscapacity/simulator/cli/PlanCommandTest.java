package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Execution(ExecutionMode.CONCURRENT)
class PlanCommandTest {

  @TempDir Path folder;

  static List<Path> shipped() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../plans"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void shouldBeRunnableWhenItIsShipped(Path plan) {
    Cli cli = Cli.run("plan", plan.toString(), "--dry-run", "--scale", "0.025");

    assertThat(cli.err()).isEmpty();
    assertThat(cli.exitCode()).isZero();
    List<String> lines = cli.out().lines().toList();
    List<String> rows = lines.subList(0, lines.size() - 1);
    assertThat(rows)
        .hasSizeGreaterThanOrEqualTo(4)
        .allMatch(line -> line.contains("bin/simulator --target local"));
    assertThat(lines.get(rows.size())).startsWith("the plan takes about ");
  }

  @Test
  void shouldScaleWhatIsRun() {
    Cli cli = Cli.run("plan", "../plans/registry-auth.yaml", "--dry-run", "--scale", "0.1");

    assertThat(cli.out().lines().findFirst())
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .contains("1.4.1, 5 nodes, auth on, heap 1024m")
                    .contains("--auth --services=40 --beat=5s --list=5s --instances=1500"));
  }

  @Test
  void shouldNameThePlaceWhenAnOptionIsImpossible() throws IOException {
    Path plan = folder.resolve("p.yaml");
    Files.writeString(
        plan, "question: x\nrounds:\n  - name: a\n    loads:\n      - {instances: 9, beat: 0s}\n");

    Cli cli = Cli.run("plan", plan.toString());

    assertThat(cli.err()).contains("p.yaml:5:30: --beat is above 0, not 0ms");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void shouldLeaveARunsFolderAsItIsWhenItIsNamedForAStudy() throws IOException {
    Path run = Files.createDirectory(folder.resolve("run"));
    Files.writeString(run.resolve("run.json"), "{}");
    Path plan = folder.resolve("p.yaml");
    Files.writeString(plan, "question: x\nrounds:\n  - name: a\n    loads: [{instances: 9}]\n");

    for (List<String> study :
        List.of(
            List.of("plan", plan.toString(), "--target", "model"),
            List.of("capacity", "--from", "10", "--to", "20", "--target", "model"),
            List.of("size", "--instances", "10"))) {
      List<String> args = new ArrayList<>(study);
      args.addAll(List.of("--out", run.toString()));

      Cli cli = Cli.run(args.toArray(String[]::new));

      assertThat(cli.err()).as(study.get(0)).contains("is not empty");
      assertThat(cli.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
      assertThat(run).isDirectoryNotContaining("glob:**/study.json");
    }
  }

  @Test
  void shouldSayWhenAPlanIsNotUtf8() throws IOException {
    Path plan = Files.write(folder.resolve("p.yaml"), new byte[] {'q', (byte) 0xe9, '\n'});

    Cli cli = Cli.run("plan", plan.toString(), "--dry-run");

    assertThat(cli.err()).contains(plan + " is not text in UTF-8");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void shouldRefuseAProtocolThatTheClusterDoesNotSpeak() throws IOException {
    Path plan = folder.resolve("p.yaml");
    Files.writeString(
        plan,
        "question: x\nload: {protocol: grpc}\nrounds:\n  - loads: [{instances: 9}]\n"
            + "    cluster: {version: 1.4.1}\n");

    Cli cli = Cli.run("plan", plan.toString(), "--dry-run");

    assertThat(cli.err())
        .contains("p.yaml:2:18: --protocol grpc needs a server that knows it: nodes of 1.4.1 do");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void shouldRefuseARowThatIsImpossibleOnceItIsScaled() throws IOException {
    Path plan = folder.resolve("p.yaml");
    Files.writeString(
        plan,
        "question: x\ncluster: {version: 2.2.4}\nload: {protocol: grpc, subscribe: 100}\n"
            + "rounds:\n  - loads: [{instances: 4000, services: 400}]\n");

    assertThat(Cli.run("plan", plan.toString(), "--dry-run").exitCode()).isZero();
    Cli scaled = Cli.run("plan", plan.toString(), "--dry-run", "--scale", "0.025");

    assertThat(scaled.err()).contains("row 1 as run: --subscribe");
    assertThat(scaled.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  /** Rows on a model, each of which passes unless its round asks for the impossible. */
  private Path plan(String rounds) throws IOException {
    Path plan = folder.resolve("gate.yaml");
    Files.writeString(
        plan,
        """
        question: Does it hold?
        cluster: {nodes: 3}
        load: {services: 8, warmup: 1s, duration: 2s, registration-grace: 3s}
        threshold: [window>=2s]
        rounds:
        """
            + rounds);
    return plan;
  }

  private Cli onModel(Path plan, String out, String... more) {
    List<String> args = new ArrayList<>(List.of("plan", plan.toString(), "--target", "model"));
    args.addAll(List.of("--out", folder.resolve(out).toString()));
    args.addAll(List.of(more));
    return Cli.run(args.toArray(String[]::new));
  }

  @Test
  void shouldFailWhenARowBreaksItsBound() throws IOException {
    Path plan =
        plan(
            """
            - name: usual
              loads: [{instances: 40}]
            - name: strict
              threshold: [register.p50<0ms]
              loads: [{instances: 40}]
            """);

    Cli failing = onModel(plan, "one");

    assertThat(failing.exitCode()).as(failing.err()).isEqualTo(ExitCode.FAIL);
    assertThat(failing.out()).contains("1 of 2 rows pass.", "FAIL (exit code 1)");
    assertThat(failing.err()).contains("register: latency p50 was");
  }

  /** A nightly command would otherwise repeat the verdict of its first night. */
  @Test
  void shouldRefuseAFolderInWhichNothingIsLeftToRun() throws IOException {
    Path plan = plan("- {name: a, loads: [{instances: 40}]}\n");
    assertThat(onModel(plan, "out").exitCode()).isZero();

    Cli again = onModel(plan, "out");

    assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(again.err()).contains("--out").doesNotContain("to go on");
    assertThat(again.out()).doesNotContain("PASS");
  }

  @Test
  void shouldPassWhenARoundThatGoesDownUntilItPassesDoes() throws IOException {
    Path plan =
        plan(
            """
            - name: down
              until: pass
              threshold: [neverAppeared==0]
              loads: [{instances: 40, duration: 1s}, {instances: 40}, {instances: 40}]
            """);

    Cli cli = onModel(plan, "out");

    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("1 of 2 rows pass.", "PASS (exit code 0)");
  }

  @Test
  void shouldNotResumeWhenTheProfileOfARowWasEdited() throws IOException {
    Path profile = folder.resolve("jobs.yaml");
    Files.writeString(profile, "services: [{name: jobs, count: 8, instances: 5}]\n");
    Path plan =
        Files.writeString(
            folder.resolve("profile.yaml"),
            """
            question: Does it hold?
            cluster: {nodes: 3}
            load: {warmup: 1s, duration: 2s, registration-grace: 3s}
            threshold: [window>=2s]
            rounds: [{name: a, loads: [{profile: %s}]}]
            """
                .formatted(profile));
    Cli first = onModel(plan, "out");
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(folder.resolve("out/01-profile/run.json")).exists();

    Files.writeString(profile, "services: [{name: jobs, count: 9, instances: 5}]\n");
    Cli again = onModel(plan, "out");

    assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(again.err()).contains("name another --out");
  }

  @Test
  void shouldTellWhenARowCannot() throws IOException {
    Cli cli = onModel(plan("- {name: a, loads: [{instances: 40, duration: 1s}]}\n"), "out");

    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.INCONCLUSIVE);
  }

  @Test
  void shouldSayWhatIsWrongBeforeAnythingStarts() {
    assertThat(Cli.run("plan", "nonsense").err())
        .contains("no plan 'nonsense': neither a file, nor one of plans/");
    assertThat(Cli.run("plan", "../plans/registry-auth.yaml", "--scale", "0").err())
        .contains("--scale is above 0 and at most 1, not 0.0");
    assertThat(Cli.run("plan", "../plans/registry-auth.yaml", "--scale", "big").err())
        .contains("--scale is a number or auto, not 'big'");
    assertThat(Cli.run("plan", "../plans/registry-auth.yaml", "--target", "embedded").err())
        .contains("--target is local or model[:NAME|FILE]", "version: embedded");
    Cli yours = Cli.run("plan", "../plans/registry-auth.yaml", "--target", "10.0.0.1:8848");
    assertThat(yours.err()).contains("bin/simulator --target 10.0.0.1:8848");
    assertThat(yours.exitCode()).isEqualTo(ExitCode.USAGE);
  }
}
