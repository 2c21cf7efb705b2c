package dev.nacoscapacity.simulator.run;

import com.sun.management.ThreadMXBean;
import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.Pushes;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.http.PushReceiver;
import dev.nacoscapacity.simulator.observe.proc.GeneratorUsage;
import dev.nacoscapacity.simulator.observe.proc.ServerSampler;
import dev.nacoscapacity.simulator.observe.proc.WatchedNode;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of a fleet against given nodes, from the first registration to the record's last figure.
 * It judges nothing: the record goes to the checkers.
 */
public final class FleetRun {

  private static final Path PROC = Path.of("/proc");
  private static final Path TEMPORARY = Path.of("/tmp");

  private final RunSettings settings;
  private final List<WatchedNode> nodes;
  private final Tokens tokens;
  private final Credentials credentials;
  private final GracePeriods limits;
  private final int connections;
  private final boolean standInHere;
  private final Barrier gate;
  private final StopSignal stop;
  private final Progress progress;
  private final Scenario scenario;

  /**
   * @param nodes the cluster's, in the order in which a client would be told them
   * @param tokens of the clients, the shared one granted already; null without auth
   * @param limits what the registry is given before it is accused
   * @param credentials for logins of each client, or null
   * @param scenario what is done to the cluster within the judged window
   */
  public FleetRun(
      RunSettings settings,
      List<WatchedNode> nodes,
      Tokens tokens,
      Credentials credentials,
      GracePeriods limits,
      StopSignal stop,
      Progress progress,
      Scenario scenario) {
    this(
        settings,
        nodes,
        tokens,
        credentials,
        limits,
        Integer.MAX_VALUE,
        false,
        Barrier.OPEN,
        stop,
        progress,
        scenario);
  }

  private FleetRun(
      RunSettings settings,
      List<WatchedNode> nodes,
      Tokens tokens,
      Credentials credentials,
      GracePeriods limits,
      int connections,
      boolean standInHere,
      Barrier gate,
      StopSignal stop,
      Progress progress,
      Scenario scenario) {
    this.settings = settings;
    this.nodes = List.copyOf(nodes);
    this.tokens = tokens;
    this.credentials = credentials;
    this.limits = limits;
    this.connections = connections;
    this.standInHere = standInHere;
    this.gate = gate;
    this.stop = stop;
    this.progress = progress;
    this.scenario = scenario;
  }

  /** The same, as one of several processes that share a fleet. */
  public FleetRun inStepWith(Barrier others) {
    return new FleetRun(
        settings,
        nodes,
        tokens,
        credentials,
        limits,
        connections,
        standInHere,
        others,
        stop,
        progress,
        scenario);
  }

  /**
   * The same, with no more HTTP connections than this process may have, long polls' not counted.
   *
   * @param most of all calls and reads of truth together; at least 1
   * @param standIn whether a stand-in cluster runs in this process, too
   */
  public FleetRun within(int most, boolean standIn) {
    return new FleetRun(
        settings,
        nodes,
        tokens,
        credentials,
        limits,
        most,
        standIn,
        gate,
        stop,
        progress,
        scenario);
  }

  /**
   * Runs to the end, or until stopped, and leaves nothing registered if it can help it.
   *
   * @param begun the record so far; the rest is added
   * @return the record, without a verdict
   * @throws SocketException when this machine has no way to the registry, or no socket left
   */
  public RunRecord run(RunRecord begun, Recorder recorder) throws SocketException {
    RunLog journal = new RunLog(recorder, System::nanoTime, InstantSource.system());
    ServerSampler servers =
        new ServerSampler(
            nodes,
            PROC,
            TEMPORARY,
            Runtime.getRuntime().availableProcessors(),
            System::nanoTime,
            InstantSource.system(),
            recorder::server);
    List<String> names = nodes.stream().map(WatchedNode::name).toList();
    Fleet fleet = settings.fleet();
    RunSettings.ConnectionBounds bounds =
        settings.connectionBounds(nodes.size(), connections, standInHere);
    long allocated = allocatedBytes();
    try (PushReceiver pushes = pushReceiver();
        GeneratorUsage usage = new GeneratorUsage(PROC);
        Observation observation =
            new Observation(fleet, nodes.size(), limits, tokens, servers, journal::message);
        Engine engine =
            new Engine(
                fleet,
                settings.threads(),
                settings.loops(nodes.size(), standInHere),
                new FleetDrivers(settings, nodes, tokens, credentials, bounds)
                    .of(fleet, client(pushes)),
                observation)) {
      double bytesPerInstance = (allocatedBytes() - allocated) / (double) fleet.size();
      Watches watches = new Watches(servers, usage);
      RunReporter narrator = new RunReporter(journal, progress, names);
      TickLoop seconds =
          new TickLoop(
              fleet.size(),
              nodes.size(),
              engine,
              observation.view(),
              tokens,
              watches,
              narrator,
              stop);
      Simulation.Outcome outcome =
          new Simulation(
                  settings,
                  nodes.size(),
                  engine,
                  observation.view(),
                  watches,
                  seconds,
                  narrator,
                  gate,
                  stop,
                  scenario)
              .run();
      Generator.Connections opened =
          settings.protocol().grpc()
              ? null
              : new Generator.Connections(
                  seconds.mostConnections(),
                  bounds.ofLoop(nodes.size()) * settings.threads(),
                  settings.clients().bounded(),
                  Generator.Connections.p99Ms(outcome.judged().boundWait()));
      RunRecord run = record(begun, journal, names, watches, outcome, bytesPerInstance, opened);
      return pushes == null ? run : withPushes(run, pushes.acknowledged());
    }
  }

  /** Null when no UDP pushes are asked for. */
  private PushReceiver pushReceiver() throws SocketException {
    return settings.clients().subscribe() > 0 && !settings.protocol().grpc()
        ? PushReceiver.open(ownAddress())
        : null;
  }

  private InetSocketAddress client(PushReceiver pushes) throws SocketException {
    return pushes == null ? new InetSocketAddress(ownAddress(), 0) : pushes.address();
  }

  private InetAddress ownAddress() throws SocketException {
    return PushReceiver.ownAddress(nodes.get(0).http());
  }

  private RunRecord record(
      RunRecord begun,
      RunLog journal,
      List<String> names,
      Watches watches,
      Simulation.Outcome outcome,
      double bytesPerInstance,
      Generator.Connections opened) {
    journal.judged(
        outcome.windowStart(),
        outcome.windowSeconds(),
        outcome.judged(),
        outcome.wholeRun().pushes(),
        outcome.registry().beatGaps());
    List<String> notes = new ArrayList<>(begun.notes());
    notes.addAll(outcome.notes());
    stop.interruption().ifPresent(notes::add);
    return begun.toBuilder()
        .durationSeconds(journal.seconds())
        .windowSeconds(outcome.windowSeconds())
        .interrupted(stop.interruption().isPresent())
        .guardStop(stop.harm().orElse(null))
        .generatorStop(stop.generator().orElse(null))
        .operations(Findings.operations(outcome.judged()))
        .pushes(Pushes.ofMicros(outcome.wholeRun().pushes()))
        .registry(
            Findings.registry(
                outcome.registry(), outcome.ghosts(), outcome.complete(), outcome.unswept(), names))
        .generator(
            Findings.generator(
                outcome.judged(),
                outcome.wholeRun().shortages(),
                watches.generator(),
                bytesPerInstance,
                outcome.connectionBytes(),
                opened,
                outcome.heldByLag()))
        .servers(watches.servers())
        .notes(notes)
        .build();
  }

  private static RunRecord withPushes(RunRecord run, long acknowledged) {
    List<String> notes = new ArrayList<>(run.notes());
    notes.add("UDP pushes taken and acknowledged: %,d".formatted(acknowledged));
    return run.toBuilder().notes(notes).build();
  }

  /** Of this thread, on which the fleet's state is built. */
  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
