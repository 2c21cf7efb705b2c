package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * The model of a cluster.
 *
 * @param file from which it was read
 * @param version whose semantics its nodes have
 * @param zones one or more, with their nodes in order; 1 to 50 nodes in all
 * @param settings of each node's server
 * @param seed of the nodes' random behaviour
 */
@RecordBuilder
public record ModelSpec(
    ModelSource file,
    ServerVersion version,
    List<Zone> zones,
    Machines machines,
    NodeSettings settings,
    Delays delays,
    long seed,
    Behaviour behaviour,
    Costs costs)
    implements ModelSpecBuilder.With {

  /**
   * Nodes with short links to each other.
   *
   * @param name for messages
   * @param nodes 1 or more
   */
  public record Zone(String name, int nodes) {}

  /**
   * The machines of the nodes; node i runs on machine i modulo count.
   *
   * @param count 1 up to the number of nodes
   * @param cores of each, 1 to 256
   * @param speed of each core relative to the reference machine of the costs, 0.05 to 20
   * @param sharedWithGenerator whether the load generator runs on the same machine; there is only
   *     one machine then
   * @param quota the processor time that a node may use, in processors, up to its cores; then each
   *     node has a machine of its own. Empty for all
   */
  @RecordBuilder
  public record Machines(
      int count, int cores, double speed, boolean sharedWithGenerator, Optional<Double> quota)
      implements ModelSpecMachinesBuilder.With {

    /** Nodes without a quota. */
    public Machines(int count, int cores, double speed, boolean sharedWithGenerator) {
      this(count, cores, speed, sharedWithGenerator, Optional.empty());
    }

    /** The speed of a core for the nodes, relative to a core of the reference machine. */
    double effectiveSpeed() {
      return quota.map(cpus -> speed * cpus / cores).orElse(speed);
    }

    /** Processors of all machines together that nodes may use, at reference speed. */
    public double referenceCores() {
      return count * cores * effectiveSpeed();
    }
  }

  /**
   * What a node's server is set to.
   *
   * @param heap in bytes
   * @param beatThreads 1 or more
   * @param grpcThreads for gRPC requests, 1 or more
   * @param tokenCache whether it caches verified tokens
   */
  @RecordBuilder
  public record NodeSettings(
      long heap,
      Tomcat tomcat,
      int beatThreads,
      int grpcThreads,
      Forwards forwards,
      boolean tokenCache)
      implements ModelSpecNodeSettingsBuilder.With {

    /**
     * The same with the pools that a server has unless they are set.
     *
     * @param processors that its JVM sees
     */
    NodeSettings withPools(int processors) {
      return withBeatThreads(Math.max(1, processors / 2))
          .withGrpcThreads(GrpcConnector.THREADS_PER_CORE * processors)
          .withForwards(new Forwards(processors, 2 * processors));
    }
  }

  /**
   * A node's HTTP server, Tomcat.
   *
   * @param threads that serve requests
   * @param acceptQueue connections that the kernel queues beyond the served ones
   * @param connections that are served concurrently
   */
  public record Tomcat(int threads, int acceptQueue, int connections) {}

  /**
   * A node's pool of connections to its peers, over which it forwards; see {@link ForwardPool}.
   *
   * @param route to one peer
   * @param total to all
   */
  public record Forwards(int route, int total) {}

  /**
   * One-way delays of links, in nanoseconds.
   *
   * @param delay minimum within a zone and from a client
   * @param jitter random addition, up to the delay
   * @param betweenZones minimum between nodes of different zones
   */
  public record Delays(long delay, long jitter, long betweenZones) {}

  /**
   * Known defects of real nodes (docs/results.md).
   *
   * @param lostRegistration whether a registration immediately after connecting can be acknowledged
   *     and lost
   * @param revisionZeroCopies whether copies made before the registration are dropped temporarily
   *     after three minutes
   */
  public record Behaviour(boolean lostRegistration, boolean revisionZeroCopies) {

    /** What was seen on a version. */
    static Behaviour of(ServerVersion version) {
      return new Behaviour(version.hasGrpcDefects(), version.hasGrpcDefects());
    }
  }

  public ModelSpec {
    zones = List.copyOf(zones);
  }

  public int nodes() {
    return zones.stream().mapToInt(Zone::nodes).sum();
  }

  /** The number of a node's zone. */
  public int zone(int node) {
    int last = 0;
    for (int zone = 0; zone < zones.size(); zone++) {
      last += zones.get(zone).nodes();
      if (node < last) {
        return zone;
      }
    }
    throw new IllegalArgumentException("no node " + node);
  }

  public ModelSpec withTokenCache(boolean on) {
    return withSettings(settings.withTokenCache(on));
  }
}
