package dev.nacoscapacity.simulator.proc;

import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.ServerRow;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Samples the resource usage of the registry's nodes: one row for each node at each call of {@link
 * #sample}, intended for once a second.
 *
 * <p>A node whose process runs here is read from {@code /proc} and from its JVM's counters. Any
 * other node is read from its own metrics: its row follows a scrape answer. {@code userCpuSeconds}
 * then contains user and system time together, since {@code process_cpu_usage} does not separate
 * them: the reported share times the time since the previous answer.
 *
 * <p>The nodes of a stand-in may share a process. It counts as the process of the first one, and
 * the rows of the others contain only their connections, so that nothing is counted twice.
 *
 * <p>Connections come from this machine's socket table, for nodes on loopback. That table takes
 * long to read when it is large; it gets at most {@value #SHARE} of a core, and a second left out
 * has an empty cell.
 *
 * <p>{@code scraped} may be called by any thread, the rest by one.
 */
public final class ServerSampler implements ServerWatch {

  private static final double SHARE = 0.01;

  /** Where HotSpot always keeps the {@code hsperfdata_USER} folders of JVMs. */
  private static final Path TEMPORARY = Path.of("/tmp");

  private final List<WatchedNode> nodes;
  private final List<NodeWatch> watches = new ArrayList<>();
  private final List<NodeUsage> usages = new ArrayList<>();
  private final List<InetSocketAddress> here;
  private final Path proc;
  private final int cores;

  /** The processors that this process may use. */
  private final BitSet processors;

  private final LongSupplier nanoClock;
  private final InstantSource clock;
  private final Consumer<ServerRow> sink;
  private final ReadThrottle sockets;
  private final long start;
  private Optional<Integer> machineCores = Optional.empty();

  /**
   * @param nodes in the order by which {@link #scraped} numbers them
   * @param proc where the proc file system is mounted
   * @param cores of this machine
   * @param nanoClock its value now is second 0 of the rows
   * @param sink receives each row as it is read
   */
  public ServerSampler(
      List<WatchedNode> nodes,
      Path proc,
      int cores,
      LongSupplier nanoClock,
      InstantSource clock,
      Consumer<ServerRow> sink) {
    this.nodes = List.copyOf(nodes);
    this.here =
        nodes.stream().filter(WatchedNode::isHere).flatMap(node -> node.served().stream()).toList();
    this.proc = proc;
    this.cores = cores;
    this.nanoClock = nanoClock;
    this.clock = clock;
    this.sink = sink;
    this.sockets = new ReadThrottle(SHARE, nanoClock);
    this.start = nanoClock.getAsLong();
    ProcFile file = new ProcFile();
    this.processors = AllowedProcessors.parse(file.read(proc.resolve("self/status").toFile()));
    for (WatchedNode node : nodes) {
      watches.add(new NodeWatch(node, file, proc, TEMPORARY));
      usages.add(new NodeUsage());
    }
  }

  /** The same, for nodes that stand for machines of so many cores each. */
  public ServerSampler ofMachines(int coresEach) {
    machineCores = Optional.of(coresEach);
    return this;
  }

  /** Cheap: the answer is parsed at the next sample. */
  @Override
  public void scraped(int node, String body) {
    watches.get(node).scraped(body, nanoClock.getAsLong());
  }

  @Override
  public void sample() {
    double seconds = (nanoClock.getAsLong() - start) / 1e9;
    watches.forEach(NodeWatch::look);
    shareProcesses();
    Map<InetSocketAddress, Integer> connections = connections();
    for (int i = 0; i < watches.size(); i++) {
      NodeWatch watch = watches.get(i);
      NodeUsage usage = usages.get(i);
      watch
          .row(clock.instant(), seconds, connectionsOf(nodes.get(i), connections))
          .ifPresent(
              row -> {
                usage.add(row, machineCores.or(() -> watch.cores(cores, processors)));
                usage.generatorApart(watch.apart(processors));
                sink.accept(row);
              });
    }
  }

  private void shareProcesses() {
    Map<Long, String> owners = new HashMap<>();
    for (int i = 0; i < watches.size(); i++) {
      OptionalLong process = watches.get(i).process();
      Optional<String> owner =
          process.isEmpty()
              ? Optional.empty()
              : Optional.ofNullable(owners.putIfAbsent(process.getAsLong(), nodes.get(i).name()));
      usages.get(i).runsIn(owner);
      if (owner.isPresent()) {
        watches.get(i).leaveProcess();
      }
    }
  }

  /** The connections of both protocols; empty when they were not counted. */
  private static Optional<Integer> connectionsOf(
      WatchedNode node, Map<InetSocketAddress, Integer> connections) {
    return Optional.ofNullable(connections.get(node.http()))
        .map(
            counted ->
                node.served().stream().mapToInt(port -> connections.getOrDefault(port, 0)).sum());
  }

  @Override
  public void beginWindow() {
    usages.forEach(NodeUsage::restart);
  }

  @Override
  public Map<String, Server> summary() {
    Map<String, Server> summary = new LinkedHashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      summary.put(nodes.get(i).name(), usages.get(i).summary());
    }
    return summary;
  }

  private Map<InetSocketAddress, Integer> connections() {
    Map<InetSocketAddress, Integer> counts = new LinkedHashMap<>();
    if (!here.isEmpty()) {
      sockets.run(() -> counts.putAll(EstablishedSockets.count(proc, here)));
    }
    return counts;
  }
}
