package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import java.util.List;

/**
 * A cluster to model.
 *
 * @param file where it was read
 * @param version whose semantics its nodes have
 * @param zones one or more, with their nodes in order; 1 to 50 nodes in all
 * @param heap of a node, in bytes
 * @param beatThreads of a node, 1 or more
 * @param grpcThreads of a node, that serve requests over gRPC, 1 or more
 * @param tokenCache whether nodes keep verified tokens
 * @param seed of what nodes do at random
 */
public record ModelSpec(
    ModelSource file,
    ServerVersion version,
    List<Zone> zones,
    Machines machines,
    long heap,
    Tomcat tomcat,
    int beatThreads,
    int grpcThreads,
    Forwards forwards,
    Delays delays,
    boolean tokenCache,
    long seed,
    Behaviour behaviour,
    Costs costs) {

  /**
   * Nodes whose links with one another are short.
   *
   * @param name for messages
   * @param nodes 1 or more
   */
  public record Zone(String name, int nodes) {}

  /**
   * What nodes run on; node i on machine i modulo count.
   *
   * @param count 1 up to the number of nodes
   * @param cores of each, 1 to 256
   * @param speed of each core over that of the machine that the costs were measured on, 0.05 to 20
   * @param sharedWithGenerator whether the load generator runs on the machine too; then there is
   *     one
   * @param quota how many processors' time a node may use at most, up to its cores; then each node
   *     has a machine of its own. Null for all
   */
  public record Machines(
      int count, int cores, double speed, boolean sharedWithGenerator, Double quota) {

    /** Nodes that may use all that there is. */
    public Machines(int count, int cores, double speed, boolean sharedWithGenerator) {
      this(count, cores, speed, sharedWithGenerator, null);
    }

    Machines withCount(int others) {
      return new Machines(others, cores, speed, sharedWithGenerator, quota);
    }

    /** The time that a core gives to nodes, over that of a core of the reference machine. */
    double effectiveSpeed() {
      return quota == null ? speed : speed * quota / cores;
    }
  }

  /**
   * A node's HTTP server (NACOS.md, 1).
   *
   * @param threads that serve requests
   * @param acceptQueue connections that the kernel keeps beyond those that are served
   * @param connections that are served at a time
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
   * One way over a link, in nanoseconds.
   *
   * @param delay at least, within a zone and from a client
   * @param jitter added at random, up to the delay
   * @param betweenZones at least, from a node to one of another zone
   */
  public record Delays(long delay, long jitter, long betweenZones) {}

  /**
   * What real nodes do wrong (docs/results.md).
   *
   * @param lostRegistration a registration right after the connection is acknowledged and lost
   * @param revisionZeroCopies copies that were made before the registration are dropped for a while
   *     after three minutes
   */
  public record Behaviour(boolean lostRegistration, boolean revisionZeroCopies) {}

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
    return new ModelSpec(
        file,
        version,
        zones,
        machines,
        heap,
        tomcat,
        beatThreads,
        grpcThreads,
        forwards,
        delays,
        on,
        seed,
        behaviour,
        costs);
  }

  /** With another heap, in bytes. */
  public ModelSpec withHeap(long bytes) {
    return new ModelSpec(
        file,
        version,
        zones,
        machines,
        bytes,
        tomcat,
        beatThreads,
        grpcThreads,
        forwards,
        delays,
        tokenCache,
        seed,
        behaviour,
        costs);
  }
}
