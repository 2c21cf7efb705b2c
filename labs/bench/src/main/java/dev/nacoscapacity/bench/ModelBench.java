package dev.nacoscapacity.bench;

import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.cluster.model.ModelFile;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.ClusterModel;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.run.VirtualHost;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.lang.management.ManagementFactory;
import java.net.SocketException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the cost of a call in virtual time: see labs/bench/README.md. */
@Command(
    name = "labs/bench/model.sh",
    description = {
      "Measures how fast a run on the published cluster's model goes.",
      "Example: labs/bench/model.sh --instances 35000"
    })
final class ModelBench extends BenchCommand {

  /** Number of runs; in the first one most of the code is compiled. */
  private static final int RUNS = 4;

  private static final Duration WINDOW = Duration.ofMinutes(2);
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Option(
      names = "--instances",
      defaultValue = "35000",
      description = "of 400 services (default: ${DEFAULT-VALUE})")
  private int instances;

  public static void main(String[] args) {
    exit(new ModelBench(), args);
  }

  @Override
  int measure() throws SocketException {
    Table table =
        table("run", "calls", "events a call", "calls/s", "events/s", "ns a call", "virtual s/s");
    for (int run = 1; run <= RUNS; run++) {
      Window window = new Window();
      long calls = run(window);
      double seconds = window.cpuNanos / 1e9;
      table.row(
          String.valueOf(run),
          "%,d".formatted(calls),
          "%.1f".formatted(window.events / (double) calls),
          "%,.0f".formatted(calls / seconds),
          "%,.0f".formatted(window.events / seconds),
          "%,.0f".formatted((double) window.cpuNanos / calls),
          "%,.0f".formatted(WINDOW.toSeconds() / seconds));
    }
    System.out.printf(
        "%,d instances on the published cluster's model, its measurement window of %d s; seconds of"
            + " the thread's CPU; load average %.1f%n%n",
        instances, WINDOW.toSeconds(), loadAverage());
    markdown(table).forEach(System.out::println);
    return ExitCode.OK;
  }

  /** Makes a run, and returns the number of calls that ended in the window. */
  private long run(Window window) throws SocketException {
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    window.time = time;
    RunClock clock = RunClock.of(time);
    ModelCluster cluster =
        new ModelCluster(ModelFile.read(ModelFile.SHIPPED.get(0)), false, time, 1);
    List<FleetSpec.NodeAddress> nodes =
        cluster.nodes().stream()
            .map(node -> FleetSpec.NodeAddress.of(node.name(), node.http()))
            .toList();
    FleetSpec spec =
        new FleetSpec(settings(), nodes, null, GracePeriods.DEFAULT, Integer.MAX_VALUE, false);
    return new FleetRun(
            spec,
            new StopSignal(),
            window,
            new VirtualHost(time, clock, new ClusterModel(cluster)),
            Scenario.NONE,
            Barrier.open(clock))
        .run(RunRecord.builder(null, Instant.EPOCH, null, null, null).build())
        .run()
        .requests(OperationResult::achieved);
  }

  private Workload settings() {
    return new Workload(
        new Population(instances, 400, Population.seededPrefix(1), "capacity", Shard.WHOLE),
        HttpClients.USUAL,
        Timing.USUAL.withWarmUp(Duration.ZERO).withDuration(WINDOW),
        1,
        1);
  }

  /** Measures the cost of the measurement window. */
  private static final class Window implements Progress {

    private VirtualTime time;
    private boolean open;
    private long events;
    private long cpuNanos;

    @Override
    public void phase(String name, Duration expected) {
      if (open) {
        open = false;
        events += time.events();
        cpuNanos += cpu();
      } else if (name.equals(Phases.MEASURE)) {
        open = true;
        events = -time.events();
        cpuNanos = -cpu();
      }
    }

    private static long cpu() {
      return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    @Override
    public void second(RunSecond second) {
      // Nothing is recorded.
    }
  }
}
