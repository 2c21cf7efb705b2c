package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sun.misc.Signal;

/**
 * Runs on a model, whose records are then edited so that they seem to be measured: what the model
 * says of these is known.
 */
class PredictCommandTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String STAMP = Prediction.words().text();

  @TempDir private static Path shared;
  @TempDir private Path folder;

  @BeforeAll
  static void make() {
    run("http", "this-machine", "--auth", "--beat", "2s", "--warmup", "7s", "--seed", "3");
    run("grpc", "this-machine-2.2.4", "--protocol", "grpc", "--client-model", "java-2x");
  }

  private static void run(String name, String model, String... more) {
    List<String> args = new ArrayList<>(List.of("--target", "model:" + model));
    args.addAll(List.of("--instances", "50", "--out", shared.resolve(name).toString()));
    args.addAll(List.of(more));
    Cli cli = Cli.run(args.toArray(String[]::new));
    assertThat(cli.exitCode()).as(cli.err()).isZero();
  }

  @Test
  void shouldBeRightAboutARunOfTheModelItself() throws IOException {
    Path measured = local("run", "http", run -> {});

    Cli cli = predict(measured.toString());

    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out().lines()).startsWith(STAMP).endsWith(STAMP);
    assertThat(cli.out())
        .contains(
            "01-run: "
                + measured
                + ", on 5 nodes of 1.4.1 on 1 machine of 2 cores shared with the generator")
        .contains("heap 768m, costs nacos-1.4.1, speed 1.00 (measured beside the run)")
        .contains(
            "The verdict is as measured in 1 of 1 run; CPU a node is off by 0 % (median) and 0 % at"
                + " most.");
    JsonNode trial = trial();
    assertThat(trial.path("measuredStatus").asText()).isEqualTo("pass");
    assertThat(trial.path("status").asText()).isEqualTo("pass");
    assertThat(trial.path("figures")).hasSize(7);
    for (JsonNode figure : trial.path("figures")) {
      assertThat(figure.path("predicted").doubleValue())
          .as(figure.toString())
          .isPositive()
          .isEqualTo(figure.path("measured").doubleValue());
    }
    assertThat(Files.readString(out().resolve(RunFolder.REPORT_HTML)))
        .contains(STAMP, "Runs predicted: 1", "beat p99, ms", "心跳 p99（ms）");
  }

  @Test
  void shouldTakeTheSpeedThatWasMeasuredBesideTheRun() throws IOException {
    Path measured = local("run", "http", run -> run.put("speed", 0.5));

    Cli cli = predict(measured.toString());

    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("speed 0.50 (measured beside the run)");
    assertThat(trial().path("speedFrom").asText()).isEqualTo("probe");
    assertThat(figure("cpuCores").path("predicted").doubleValue())
        .isGreaterThan(1.8 * figure("cpuCores").path("measured").doubleValue());
  }

  @Test
  void shouldAssumeTheSpeedWhenNothingMeasuredIt() throws IOException {
    Path measured = local("run", "http", run -> run.remove("speed"));

    Cli cli = predict(measured.toString());

    assertThat(cli.out()).contains("speed 1.00 (assumed; name another with --speed)");
  }

  @Test
  void shouldGiveNodesThatWerePinnedTheirProcessorsAlone() throws IOException {
    Path measured =
        local(
            "run",
            "http",
            run ->
                run.path("servers")
                    .forEach(
                        node -> ((ObjectNode) node).put("cores", 1).put("generatorApart", true)));

    Cli cli = predict(measured.toString());

    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out()).contains(", on 5 nodes of 1.4.1 on 1 machine of 1 core, heap 768m");
    assertThat(Files.readString(out().resolve("01-run-model.yaml"))).contains("delay: 0.02ms");
  }

  @Test
  void shouldKeepAQuotaOfItsNodes() throws IOException {
    Path measured = local("run", "http", run -> object(target(run), "setup").put("nodeCpus", 0.4));

    Cli cli = predict(measured.toString());

    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("shared with the generator, at most 0.4 a node");
    assertThat(trial().path("nodeCpus").doubleValue()).isEqualTo(0.4);
    assertThat(figure("cpuCores").path("error").doubleValue()).isBetween(-0.02, 0.02);
  }

  @Test
  void shouldRefuseNodesWhoseQuotasExceedTheMachine() throws IOException {
    Path measured = local("run", "http", run -> object(target(run), "setup").put("nodeCpus", 1.0));

    Cli cli = predict(measured.toString());

    assertThat(cli.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(cli.err())
        .contains("a model's 5 nodes of 1.0 processors each need more than the 2 of their machine");
  }

  @Test
  void shouldNotCountAMeasuredVerdictThatSaysNothingOfTheRegistry() throws IOException {
    Path limited =
        local("limited", "http", run -> object(run, "verdict").put("status", "inconclusive"));
    Path split = local("split", "http", run -> object(run, "generator").put("processes", 3));

    Cli cli = predict(limited.toString(), split.toString());

    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains("The verdict is as measured in 1 of 1 run; ")
        .containsPattern("01-limited +verdict +inconclusive +pass +-\\n")
        .containsPattern("02-split +verdict +pass +pass +same\\n");
  }

  @Test
  @SuppressWarnings("try") // Signals are heard by being there.
  void shouldBeginNoOtherRunAfterASignal() throws IOException {
    String one = local("one", "http", run -> {}).toString();
    String two = local("two", "http", run -> {}).toString();
    StopSignal stop = new StopSignal();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());

    Cli cli;
    try (ShutdownSignals signals = stop.onSignal(nowhere, "")) {
      Signal.raise(new Signal("TERM"));
      await().atMost(Duration.ofSeconds(60)).until(() -> stop.request().isPresent());
      cli = predict(one, two);
    }

    assertThat(cli.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(cli.err()).doesNotContain("cannot predict");
    assertThat(cli.out())
        .contains("01-one: ", "Not all runs were predicted.")
        .doesNotContain("02-");
    assertThat(Study.read(out()).answer()).isNull();
  }

  @Test
  void shouldSayThatNodesWereStillCompiling() throws IOException {
    Path measured =
        local(
            "run",
            "http",
            run -> run.path("servers").forEach(node -> ((ObjectNode) node).put("jitMs", 9_000)));

    Cli cli = predict(measured.toString());

    assertThat(cli.out()).contains("; its nodes were still compiling, ", "and a model's are warm");
    assertThat(trial().path("jitShare").doubleValue()).isGreaterThan(0.1);
  }

  @Test
  void shouldPredictOverGrpc() throws IOException {
    Path measured = local("run", "grpc", run -> target(run).put("authCache", false));

    Cli cli = predict(measured.toString());

    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(figure("p99Ms").path("operation").asText()).isEqualTo("beat");
  }

  @Test
  void shouldTakeTheUsersWordForARegistryOfOthers() throws IOException {
    Path measured = remote("run");

    Cli cli =
        predict(measured.toString(), "--cores", "4", "--heap", "2g", "--costs", "nacos-1.4.1");

    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains(", on 5 nodes of 1.4.1 on 5 machines of 4 cores, heap 2g, costs nacos-1.4.1")
        .contains("speed 1.00 (assumed; name another with --speed), no token cache (assumed)");
    assertThat(Study.read(out()).asked()).containsEntry("--cores", "4");
  }

  @Test
  void shouldAskForTheCoresThatNobodyKnows() throws IOException {
    Path measured = remote("run");

    Cli cli = predict(measured.toString(), "--heap", "2g");

    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err().lines())
        .containsExactly(
            "--cores is needed: the record of %s does not say how many cores its nodes have"
                .formatted(measured));
    assertThat(out()).doesNotExist();
  }

  @Test
  void shouldPredictTheOtherRunsWhenOneCannotBe() throws IOException {
    Path standIn = local("stand-in", "http", run -> target(run).put("version", "embedded"));
    Path good = local("good", "http", run -> {});

    Cli cli = predict(standIn.toString(), "nowhere", good.toString());

    assertThat(cli.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(cli.err())
        .contains("cannot predict %s: it ran on the stand-in".formatted(standIn))
        .contains("cannot predict nowhere: no run at nowhere");
    assertThat(cli.out()).contains("1 of 1 run", "2 more could not be predicted");
    assertThat(Study.read(out()).runs()).containsExactly("01-good");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /target/kind          | "model"       | it ran on a model already
          /target/reached       | {"insecure": false, "entry": ["lb:80"]} | its fleet called a load balancer, and a model has none
          /target/version       | "2.3.2"       | its nodes are of 2.3.2, of which no costs come with the tool: give --costs
          /target/version       |               | its nodes are of an unknown version, of which no costs
          /interrupted          | true          | it was interrupted
          /workload/shard       | "1/2"         | it is shard 1/2 of a fleet
          /workload/udpSubscribers | 5             | its clients asked for UDP pushes, which no modelled node sends
          /machine              |               | it is no run of the simulator's own
          /experiment           | {"faults":[]} | nodes were broken in it
          """)
  void shouldSayWhyARunCannotBePredicted(String field, String value, String why)
      throws IOException {
    Path measured =
        local(
            "run",
            "http",
            run -> {
              int last = field.lastIndexOf('/');
              ObjectNode parent = (ObjectNode) run.at(field.substring(0, last));
              parent.set(field.substring(last + 1), value == null ? null : parsed(value));
            });

    Cli cli = predict(measured.toString());

    assertThat(cli.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(cli.err().lines())
        .singleElement()
        .asString()
        .startsWith("cannot predict %s: %s".formatted(measured, why));
    assertThat(out()).doesNotExist();
  }

  @Test
  void shouldNotTakeTheCostsOfAnotherVersion() throws IOException {
    Path measured = local("run", "http", run -> {});

    Cli cli = predict(measured.toString(), "--costs", "nacos-2.2.4");

    assertThat(cli.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(cli.err())
        .contains("its nodes are of 1.4.1, and nacos-2.2.4 has the costs of 2.2.4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --cores=0      | --cores is 1 to 256, not 0
          --heap=lots    | --heap is a size from 64m to 1024g such as 768m or 8g, not 'lots'
          --speed=NaN    | --speed is 0.05 to 20, not NaN
          --costs=mine   | --costs: there is no cost file 'mine'
          """)
  void shouldRefuseWhatNoClusterHas(String option, String fault) {
    Cli cli = predict(shared.resolve("http").toString(), option);

    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).startsWith(fault);
  }

  private Cli predict(String... args) {
    List<String> all = new ArrayList<>(List.of("predict", "--out", out().toString()));
    all.addAll(List.of(args));
    return Cli.run(all.toArray(String[]::new));
  }

  private Path out() {
    return folder.resolve("study");
  }

  private JsonNode trial() {
    return Study.read(out()).trials(JsonNode.class).get(0);
  }

  private JsonNode figure(String name) {
    for (JsonNode figure : trial().path("figures")) {
      if (figure.path("name").asText().equals(name)) {
        return figure;
      }
    }
    throw new AssertionError("no " + name + " in " + trial());
  }

  /** A run as if a local cluster on two cores had been measured, at the reference's speed. */
  private Path local(String name, String of, Consumer<ObjectNode> edit) throws IOException {
    return measured(
        name,
        of,
        run -> {
          target(run).put("kind", "local").remove("prediction");
          object(run, "machine").put("cores", 2);
          run.put("speed", 1.0);
          edit.accept(run);
        });
  }

  /** A run on five machines about which nothing is known. */
  private Path remote(String name) throws IOException {
    return measured(
        name,
        "http",
        run -> {
          ObjectNode target = target(run).put("kind", "remote");
          target.remove(List.of("prediction", "setup", "authCache"));
          target.putArray("nodes");
          for (int i = 1; i <= 5; i++) {
            target.withArray("nodes").add("10.0.0." + i + ":8848");
          }
          object(run, "machine").put("cores", 64);
          run.path("servers").forEach(server -> ((ObjectNode) server).remove("cores"));
        });
  }

  private Path measured(String name, String of, Consumer<ObjectNode> edit) throws IOException {
    Path copy = Files.createDirectories(folder.resolve(name));
    for (String file : List.of(RunFolder.EVENTS_JSONL, RunFolder.SERVERS_CSV)) {
      Files.copy(shared.resolve(of).resolve(file), copy.resolve(file));
    }
    ObjectNode run = (ObjectNode) JSON.readTree(shared.resolve(of).resolve("run.json").toFile());
    edit.accept(run);
    JSON.writeValue(copy.resolve("run.json").toFile(), run);
    return copy;
  }

  private static ObjectNode target(ObjectNode run) {
    return object(run, "target");
  }

  private static ObjectNode object(ObjectNode run, String name) {
    return run.path(name).isObject() ? (ObjectNode) run.path(name) : run.putObject(name);
  }

  private static JsonNode parsed(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
