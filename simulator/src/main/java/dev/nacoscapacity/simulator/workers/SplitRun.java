package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.reports.merge.ShardedRun;
import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.observe.proc.WatchedNode;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of a fleet over several child processes, for a fleet that needs more descriptors than one
 * process may have: each worker runs a shard from its first registration to its own record, in
 * {@code shards/I-of-N} of the run's folder, and in the end the records are merged. It judges
 * nothing.
 */
public final class SplitRun {

  private final RunSettings settings;
  private final int workers;
  private final int connections;
  private final List<WatchedNode> nodes;
  private final Access access;
  private final GracePeriods limits;
  private final StopSignal stop;
  private final Progress progress;
  private final Scenario scenario;

  /**
   * @param settings of all workers together
   * @param workers how many, at least 1 and no more than there are services
   * @param connections the most of each over HTTP, but long polls', that this process has
   *     descriptors for
   * @param nodes the cluster's, in the order in which a client would be told them
   * @param access null without auth
   * @param limits of all workers together
   * @param scenario played in this process
   */
  public SplitRun(
      RunSettings settings,
      int workers,
      int connections,
      List<WatchedNode> nodes,
      Access access,
      GracePeriods limits,
      StopSignal stop,
      Progress progress,
      Scenario scenario) {
    this.settings = settings;
    this.workers = workers;
    this.connections = connections;
    this.nodes = List.copyOf(nodes);
    this.access = access;
    this.limits = limits;
    this.stop = stop;
    this.progress = progress;
    this.scenario = scenario;
  }

  /**
   * Runs to the end, or until stopped. When a worker dies, the others are stopped in order; the
   * instances of the dead one expire by themselves.
   *
   * @param begun the record so far; the rest is added
   * @return the record, without a verdict
   * @throws dev.nacoscapacity.reports.record.RecordException when a worker cannot be started, or
   *     ended before it had begun a record
   */
  public RunRecord run(RunRecord begun, Recorder recorder) {
    List<WorkerAssignment> orders = orders(begun, recorder.folder().resolve("shards"));
    ParentUsage parent = new ParentUsage();
    ScenarioHost stage =
        new ScenarioHost(scenario, progress, InstantSource.system(), begun.startedAt());
    try (parent;
        stage;
        WorkerCoordinator crew = WorkerCoordinator.start(orders, stop, progress, parent, stage)) {
      crew.runToTheEnd();
    }
    ShardedRun shards =
        ShardedRun.open(
                orders.stream().map(WorkerAssignment::folder).toList(),
                settings.population().shard().toString())
            .begunAt(begun.startedAt());
    List<String> lost = addRows(shards, recorder, stage.events());
    return complete(shards.record(), begun, parent, lost);
  }

  /**
   * Adds what the workers wrote second by second. The record's figures do not come from it, so the
   * run goes on to its end where that fails, as on a full disk.
   *
   * @return a note when it did
   */
  static List<String> addRows(ShardedRun shards, Recorder recorder, List<Event> events) {
    try {
      shards.addRowsTo(recorder, events);
      return List.of();
    } catch (RecordException e) {
      return List.of(
          "What the workers wrote second by second is in shards, but not all of it is here: "
              + e.getMessage());
    }
  }

  private List<WorkerAssignment> orders(RunRecord begun, Path shards) {
    List<WorkerAssignment.NodeAddress> addresses =
        nodes.stream()
            .map(
                node ->
                    new WorkerAssignment.NodeAddress(
                        node.name(),
                        node.http().getAddress().getHostAddress(),
                        node.http().getPort()))
            .toList();
    List<WorkerAssignment> orders = new ArrayList<>();
    for (RunSettings part : settings.split(workers)) {
      orders.add(
          new WorkerAssignment(
              part,
              addresses,
              access,
              limits.ofPart(workers),
              connections,
              scenario.mayBreakNodes(),
              shards.resolve("%d-of-%d".formatted(orders.size() + 1, workers)).toAbsolutePath(),
              begun.tool(),
              begun.target(),
              begun.machine()));
    }
    return orders;
  }

  /**
   * Why the run had to end for the registry's sake. Only this process guards, so what a worker
   * calls harm is that it heard nothing, which says nothing once any part was late itself.
   */
  static String guardStop(RunRecord merged, StopSignal stop) {
    return generatorStop(merged, stop) == null
        ? stop.harm().orElse(merged.guardStop())
        : stop.loss().orElse(null);
  }

  static String generatorStop(RunRecord merged, StopSignal stop) {
    return stop.generator().orElse(merged.generatorStop());
  }

  /** Adds what only this process knows. */
  private RunRecord complete(
      RunRecord merged, RunRecord begun, ParentUsage parent, List<String> more) {
    List<String> notes = new ArrayList<>(begun.notes());
    notes.addAll(merged.notes());
    notes.addAll(more);
    stop.interruption().filter(reason -> !notes.contains(reason)).ifPresent(notes::add);
    Generator generator = merged.generator();
    return merged.toBuilder()
        .interrupted(merged.interrupted() || stop.interruption().isPresent())
        .guardStop(guardStop(merged, stop))
        .generatorStop(generatorStop(merged, stop))
        .generator(generator == null ? null : parent.addTo(generator))
        .notes(notes)
        .build();
  }
}
