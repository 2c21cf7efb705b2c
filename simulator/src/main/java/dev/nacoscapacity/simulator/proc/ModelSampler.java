package dev.nacoscapacity.simulator.proc;

import dev.nacoscapacity.cluster.model.ModelCluster.Usage;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.record.ServerRowBuilder;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** Reads the resource usage of a modelled cluster's nodes from the model. */
public final class ModelSampler implements ServerWatch {

  private final Supplier<List<Usage>> model;
  private final DoubleSupplier seconds;
  private final InstantSource clock;
  private final Consumer<ServerRow> sink;
  private final Map<String, NodeUsage> usages = new LinkedHashMap<>();

  /**
   * @param model the nodes that run now, in the order of the nodes; all of them at first
   * @param seconds since the run began
   * @param clock the run's time of day
   * @param sink receives each row
   */
  public ModelSampler(
      Supplier<List<Usage>> model,
      DoubleSupplier seconds,
      InstantSource clock,
      Consumer<ServerRow> sink) {
    this.model = model;
    this.seconds = seconds;
    this.clock = clock;
    this.sink = sink;
    model.get().forEach(usage -> usages.put(usage.name(), new NodeUsage()));
  }

  @Override
  public void sample() {
    for (Usage usage : model.get()) {
      ServerRow row =
          ServerRowBuilder.builder()
              .time(clock.instant())
              .seconds(seconds.getAsDouble())
              .node(usage.name())
              .cpu(new ServerRow.Cpu(usage.cpuSeconds(), null, usage.threads()))
              .jvm(
                  new ServerRow.Jvm(
                      usage.heapLive(), usage.heapMax(), null, Math.round(usage.gcMillis())))
              .connections(usage.connections())
              .source(ServerRow.MODEL)
              .build();
      usages
          .computeIfAbsent(usage.name(), node -> new NodeUsage())
          .add(row, Optional.of(usage.cores()));
      sink.accept(row);
    }
  }

  @Override
  public void beginWindow() {
    usages.values().forEach(NodeUsage::restart);
  }

  @Override
  public Map<String, Server> summary() {
    Map<String, Server> summary = new LinkedHashMap<>();
    usages.forEach((node, usage) -> summary.put(node, usage.summary()));
    return summary;
  }
}
