package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.StageResult;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The front door of a model: from the command line to the record. */
@Execution(ExecutionMode.CONCURRENT)
class ModelTargetTest {

  private static final String STAMP = Prediction.words().text();

  @TempDir private Path folder;

  @Test
  void shouldRunOnTheModelThatIsNamed() {
    Path out = folder.resolve("run");

    Cli cli = run("model:five-small", "--auth --out", out.toString());

    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(ExitCode.OK);
    for (List<String> lines : List.of(cli.err().lines().toList(), cli.out().lines().toList())) {
      assertThat(lines).startsWith(STAMP).endsWith(STAMP);
    }
    RunRecord run = RunFolder.open(out).run();
    assertThat(run.target().kind()).isEqualTo(Target.MODEL);
    assertThat(run.target().nodes()).hasSize(5);
    assertThat(run.target().prediction().model()).isEqualTo("five-small");
    assertThat(run.target().prediction().costs()).isEqualTo("nacos-1.4.1");
    assertThat(run.verdict().published().code()).isEqualTo("published.nearest");
    assertThat(cli.out()).contains("Published:  ");
    assertThat(run.target().authCache()).isFalse();
    assertThat(run.machine()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "five-small,      '',   http, 1.4.1",
    "published-2.2.4, '',   grpc, 2.2.4",
    "published-2.2.4, http, http, ''"
  })
  void shouldSpeakTheProtocolOfItsVersionAndRecordWhy(
      String model, String named, String spoken, String because) {
    Path out = folder.resolve("run");
    String[] protocol = named.isEmpty() ? new String[0] : new String[] {"--protocol=" + named};

    Cli cli =
        run(
            "model:" + model,
            Stream.concat(Stream.of("--out", out.toString()), Stream.of(protocol))
                .toArray(String[]::new));

    RunRecord run = RunFolder.open(out).run();
    assertThat(run.workload().protocol().label()).as(cli.err()).isEqualTo(spoken);
    assertThat(run.notes().stream().map(Message::text).filter(note -> note.contains("--protocol")))
        .hasSize(because.isEmpty() ? 0 : 1)
        .allSatisfy(
            note -> {
              assertThat(note).contains(because);
              assertThat(cli.err().lines().skip(1).findFirst()).hasValue(note);
            });
  }

  @ParameterizedTest
  @CsvSource({"five-small, http", "published-2.2.4, grpc"})
  void shouldHoldAFleetAtEachOfItsSizes(String model, String protocol) {
    Path out = folder.resolve("run");

    Cli cli = Cli.run("--stages=20:60s,60:60s", "--target=model:" + model, "--out", out.toString());

    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(ExitCode.OK);
    assertThat(cli.out())
        .containsPattern("stage +verdict")
        .containsPattern("(?m)^20 +PASS +0 +0 +beat");
    RunRecord run = RunFolder.open(out).run();
    assertThat(run.workload().protocol().label()).isEqualTo(protocol);
    assertThat(run.workload().instances()).isEqualTo(60);
    assertThat(run.stages()).extracting(StageResult::status).containsOnly(Status.PASS);
    assertThat(run.stages().get(1).seconds()).isEqualTo(60);
    assertThat(run.windowSeconds()).isEqualTo(60);
  }

  @Test
  void shouldRecordTheQuotaOfItsNodes() throws IOException {
    Path out = folder.resolve("run");
    Path model = folder.resolve("m.yaml");
    Files.writeString(model, "version: 1.4.1\nmachines: {cores: 1, quota: 0.5}\n");

    run("model:" + model, "--out", out.toString());

    assertThat(RunFolder.open(out).run().target().setup().nodeCores()).isEqualTo(0.5);
  }

  @Test
  void shouldSetTheModelsTokenCache() {
    Path out = folder.resolve("run");

    run("model", "--auth --auth-cache on --out", out.toString());

    assertThat(RunFolder.open(out).run().target().authCache()).isTrue();
    assertThat(RunFolder.open(out).run().target().prediction().model()).isEqualTo("published");
  }

  @Test
  void shouldWriteTheSameBytesForTheSameSeedAndOthersForAnother() throws IOException {
    run("model:five-small", "--out", folder.resolve("one").toString());
    run("model:five-small", "--out", folder.resolve("two").toString());
    run("model:five-small", "--seed 2 --out", folder.resolve("other").toString());
    for (String file :
        List.of("intervals.csv", "registry.csv", "events.jsonl", "latency.hlog", "measured.hlog")) {
      assertThat(folder.resolve("two").resolve(file))
          .hasSameTextualContentAs(folder.resolve("one").resolve(file));
    }
    assertThat(Files.readString(folder.resolve("other/latency.hlog")))
        .isNotEqualTo(Files.readString(folder.resolve("one/latency.hlog")));
    assertThat(RunFolder.open(folder.resolve("two")).run().workload())
        .isEqualTo(RunFolder.open(folder.resolve("one")).run().workload());
  }

  @Test
  void shouldSearchACapacityWithoutWarmingAnything() {
    Path out = folder.resolve("study");

    Cli cli =
        Cli.run(
            "capacity --target model:five-small --from 50 --to 100 --auth --out", out.toString());

    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(cli.out().lines()).startsWith(STAMP).endsWith(STAMP);
    assertThat(cli.out()).contains("100 instances still pass").doesNotContain("warm", "overload");
    List<RunRecord> runs =
        Study.read(out).runs().stream().map(run -> RunFolder.open(out.resolve(run)).run()).toList();
    assertThat(runs)
        .extracting(run -> run.workload().seed())
        .as("each trial draws anew")
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(1);
  }

  @Test
  void shouldSayWhereAModelFileIsWrong() throws IOException {
    Path file = Files.writeString(folder.resolve("own.yaml"), "version: 1.4.1\nnodez: 3\n");

    Cli cli = run("model:" + file);

    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains(file + ":2:").contains("nodez");
    assertThat(cli.err().lines()).hasSizeLessThanOrEqualTo(2);
  }

  private static final String PROFILE =
      """
      services:
        - {name: shared, sizes: {30: 1, 10: 2}, subscribes: 2, popularity: 20, metadata-bytes: 300, configs: 3}
        - {name: callers, count: 20, total: 60, tail: 1, subscribes: 2.5, popularity: 1}
        - {name: jobs, count: 10, instances: 1, beat: 20s, list: 30s}
      """;

  @ParameterizedTest
  @CsvSource({
    "model:five-small,http,polling",
    "model:this-machine-2.2.4,grpc,polling",
    "model:this-machine-2.2.4,grpc,java-2x"
  })
  void shouldLoadAModelAsAProfileSays(String target, String protocol, String clients)
      throws IOException {
    Path out = folder.resolve("run");
    String model = protocol.equals("http") ? "" : "client-model: " + clients + "\n";
    Path file =
        Files.writeString(
            folder.resolve("shop.yaml"), "protocol: " + protocol + "\n" + model + PROFILE);

    Cli cli = Cli.run("--target", target, "--profile", file.toString(), "--out", out.toString());

    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(ExitCode.OK);
    RunRecord run = RunFolder.open(out).run();
    assertThat(run.workload().instances()).isEqualTo(120);
    assertThat(run.workload().services()).isEqualTo(33);
    assertThat(run.workload().population().traffic().profile()).isEqualTo("shop");
    assertThat(run.workload().population().traffic().classes().get(0).sizes())
        .isEqualTo(Map.of(30, 1, 10, 2));
    double seconds = run.windowSeconds();
    if (protocol.equals("http")) {
      // 110 each 5 s and 10 each 20 s; 50 list two, 60 list 2.5, each 10 s, and 10 one each 30 s.
      assertThat(run.operations().get("beat").required() / seconds)
          .isCloseTo(22.5, Offset.offset(0.5));
      assertThat(run.operations().get("list").required() / seconds)
          .isCloseTo(25.3, Offset.offset(0.6));
    }
    assertThat(Files.readString(out.resolve("report.html"))).contains("Traffic profile", "callers");
  }

  @ParameterizedTest
  @CsvSource({
    "k8s-node-drain,2m,shared",
    "black-friday-deploy,5m,shared",
    "black-friday-deploy,5m,per-client"
  })
  void shouldPassWithTheWavesOfAShippedProfile(String profile, String duration, String login)
      throws IOException {
    Path out = folder.resolve("run");
    // Else 2.2.4 drops some of them three minutes after they registered, waves or not.
    Path healthy =
        Files.writeString(
            folder.resolve("m.yaml"),
            "version: 2.2.4\nnodes: 3\nbehaviour: {revisionZeroCopies: off}\n");

    Cli cli =
        Cli.run(
            "--target=model:" + healthy,
            "--auth",
            "--login=" + login,
            "--profile=../profiles/" + profile + ".yaml",
            "--duration=" + duration,
            "--out=" + out);

    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(ExitCode.OK);
    RunRecord run = RunFolder.open(out).run();
    assertThat(run.waves())
        .hasSize(run.workload().population().traffic().waves().size())
        .allSatisfy(wave -> assertThat(wave.unfinished()).isZero())
        .allSatisfy(wave -> assertThat(wave.failed()).isZero())
        .allSatisfy(wave -> assertThat(wave.left() + wave.back()).isPositive());
    if (profile.startsWith("black")) {
      assertThat(run.operations().get("login").ok()).isEqualTo(500);
    }
    assertThat(RunFolder.open(out).events())
        .filteredOn(event -> event.kind().equals(Event.WAVE))
        .hasSize(2 * run.waves().size());
    assertThat(cli.out()).contains("Waves:      ");
    assertThat(Files.readString(out.resolve("report.html"))).contains("<section id=\"waves\">");
  }

  @Test
  void shouldSayHowLongTheWindowMustBeForItsWaves() {
    Cli cli =
        Cli.run("--target=model:this-machine-2.2.4 --profile=../profiles/k8s-node-drain.yaml");

    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("write --duration 106s or more");
  }

  private static Cli run(String target, String... more) {
    List<String> args = new ArrayList<>(List.of("--target", target, "--instances 100"));
    args.addAll(List.of(more));
    return Cli.run(args);
  }
}
