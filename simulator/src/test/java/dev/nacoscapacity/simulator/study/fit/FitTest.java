package dev.nacoscapacity.simulator.study.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.model.Cost;
import dev.nacoscapacity.cluster.model.CostFile;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.simulator.cli.SimulatorMain;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FitTest {

  private static final Costs SHIPPED =
      CostFile.read("src/test/resources/costs-1.4.1.yaml", Path.of(""));

  @TempDir private Path folder;

  /** What runs on a model of other costs used is taken for measured. */
  @Test
  void shouldFindTheCostsOfTheNodesThatWereMeasured() throws IOException {
    Map<Cost, Costs.CostFigure> others = new EnumMap<>(Cost.class);
    others.put(Cost.IDLE, costing(30));
    others.put(Cost.BEAT, costing(0.8));
    others.put(Cost.LIST, costing(0.3));
    others.put(Cost.FORWARD, costing(0.5));
    others.put(Cost.COLD, costing(1));
    Files.writeString(folder.resolve("other.yaml"), CostFile.text(SHIPPED.with(others), List.of()));

    Fit fit = Fit.of(samples(), SHIPPED, "a test");

    assertThat(fit.costs().number(Cost.IDLE))
        .as(fit.toString())
        .isCloseTo(30, Percentage.withPercentage(15));
    assertThat(fit.costs().number(Cost.BEAT)).isCloseTo(0.8, Percentage.withPercentage(15));
    assertThat(fit.costs().number(Cost.LIST)).isCloseTo(0.3, Percentage.withPercentage(15));
    assertThat(fit.costs().number(Cost.FORWARD)).isCloseTo(0.5, Percentage.withPercentage(15));
    assertThat(fit.costs().figures().get(Cost.BEAT).status()).isEqualTo(Costs.Evidence.FITTED);
  }

  /** Collections cost the node half as much as its calls. */
  @Test
  void shouldNotTakeCollectionsForTheCostOfCalls() throws IOException {
    Costs costs = CostFile.read("nacos-2.2.4", Path.of(""));
    List<PhaseSample> samples = new ArrayList<>();
    for (String load :
        List.of(
            "--instances=1 --services=1 --list=60s",
            "--instances=300 --beat=1s --list=1s",
            "--instances=300 --beat=250ms --list=60s",
            "--instances=300 --beat=10s --list=500ms")) {
      String name = "full-" + samples.size();
      Files.writeString(folder.resolve(name + ".yaml"), "version: 2.2.4\nnodes: 1\nheap: 250m\n");
      RunFolder run = RunFolder.open(run(name, load + " --listen=60s --protocol=grpc"));
      samples.addAll(PhaseSample.of(run, 1, run.run()));
    }
    double call = costs.number(Cost.GRPC_CALL);
    Costs before = costs.with(Map.of(Cost.GRPC_CALL, costing(2 * call)));

    Fit fit = Fit.of(samples, before, "a test");

    assertThat(fit.costs().number(Cost.GRPC_CALL))
        .as(fit.toString())
        .isCloseTo(call, Percentage.withPercentage(3));
    assertThat(fit.costs().figures().get(Cost.GARBAGE_CALL).status())
        .isNotEqualTo(Costs.Evidence.FITTED);
  }

  @Test
  void shouldTakeTheGeneratorsOwnCallsOverGrpcFromTheRunOfTheMostCalls() throws IOException {
    List<PhaseSample> samples = new ArrayList<>(overGrpc(600, 8_000));
    samples.addAll(overGrpc(550, 9_000));
    Costs before = CostFile.read("nacos-2.2.4", Path.of(""));

    Fit fit = Fit.of(samples, before, "a test");

    assertThat(fit.costs().number(Cost.GENERATOR_GRPC_CALL))
        .isCloseTo(0.25, Percentage.withPercentage(0.1));
    assertThat(fit.costs().number(Cost.GENERATOR_CALL))
        .isEqualTo(before.number(Cost.GENERATOR_CALL));
  }

  /** On a machine of speed 2, with a list a second of each instance. */
  private List<PhaseSample> overGrpc(int instances, int generatorCallsPerCpuSecond)
      throws IOException {
    String name = "grpc-" + instances;
    Files.writeString(folder.resolve(name + ".yaml"), "version: 2.2.4\nnodes: 1\nheap: 8g\n");
    Path measured =
        run(name, "--instances=%d --list=1s --listen=60s --protocol=grpc".formatted(instances));
    Path record = measured.resolve("run.json");
    Files.writeString(
        record,
        Files.readString(record)
            .replace(
                "\"generator\" : {",
                "\"generator\" : {\"requestsPerCpuSecond\" : %d,"
                    .formatted(generatorCallsPerCpuSecond)));
    RunFolder run = RunFolder.open(measured);
    return PhaseSample.of(run, 2, run.run());
  }

  @Test
  void shouldKeepTheBoundOfACostThatIsFittedAsNothing() {
    Regression.Estimate nothing =
        new Regression.Estimate(Map.of(Cost.HOST, 0.0), 0, 0.01, List.of("a row"));

    Costs.CostFigure host = Fit.figures(nothing, "a test").get(Cost.HOST);

    assertThat(host.value()).isZero();
    assertThat(host.low()).isZero();
    assertThat(host.high()).isEqualTo(0.01);
  }

  private static Costs.CostFigure costing(double millis) {
    return new Costs.CostFigure(millis, null, null, Costs.Evidence.ASSUMED, "a test");
  }

  private List<PhaseSample> samples() throws IOException {
    List<PhaseSample> samples = new ArrayList<>();
    for (int nodes : new int[] {1, 5}) {
      for (String load :
          List.of(
              "--instances=1 --services=1 --list=60s --listen=60s",
              "--instances=200 --beat=1s --list=60s --listen=60s",
              "--instances=200 --beat=10s --list=1s --listen=60s",
              "--instances=200 --services=2 --beat=10s --list=1s --listen=60s")) {
        String name = nodes + "-" + samples.size();
        Path measured = run(name + "-measured", nodes, "other.yaml", load);
        Path modelled =
            run(
                name + "-model",
                nodes,
                Path.of("src/test/resources/costs-1.4.1.yaml").toAbsolutePath().toString(),
                load);
        samples.addAll(PhaseSample.of(RunFolder.open(measured), 1, RunFolder.open(modelled).run()));
      }
    }
    return samples;
  }

  private Path run(String name, int nodes, String costs, String load) throws IOException {
    Files.writeString(
        folder.resolve(name + ".yaml"),
        "version: 1.4.1\nnodes: %d\nheap: 8g\ncosts: %s\n".formatted(nodes, costs));
    return run(name, load);
  }

  /** On the model whose file has the name. */
  private Path run(String name, String load) {
    Path model = folder.resolve(name + ".yaml");
    List<String> args = new ArrayList<>(List.of("--target", "model:" + model));
    args.addAll(List.of(load.split(" ")));
    args.addAll(List.of("--ramp=10s", "--warmup=2s", "--duration=30s"));
    args.add("--out=" + folder.resolve(name));
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    SimulatorMain.commandLine(nowhere, nowhere).execute(args.toArray(String[]::new));
    return folder.resolve(name);
  }
}
