package dev.nacoscapacity.simulator.preflight.machine;

/**
 * The resources that a fleet needs from its machine.
 *
 * <ul>
 *   <li>sockets = connections + long polls, each of which holds a connection of its own, one a
 *       service over HTTP + those of clients over gRPC. Without a given number of connections, the
 *       number is computed: the calls in flight when each answer takes 1 s, the verdict's bound, or
 *       0.1 s for a stand-in in this process. A slower registry needs more connections, up to the
 *       remaining open files ({@link #connectionsWithin});
 *   <li>open files = sockets (twice, when the stand-in accepts them in this process; twice more,
 *       when proxies in front of the nodes accept them and connect onward) + 3 an event loop
 *       (epoll, event and timer) + {@value #OTHER_FILES} for jars, record files and administration
 *       calls;
 *   <li>ports for one target address = sockets over the targets that are left when one has died
 *       (over gRPC on loopback at most {@value #PORTS_PER_SOURCE}: then the next source address is
 *       taken), and the ports of closed connections that wait 60 s, unless the kernel reuses them.
 *       A real server's Tomcat closes each connection after {@value #TOMCAT_KEEP_ALIVE} requests;
 *   <li>backlog = sockets for each target: after a restart all clients reconnect at once;
 *   <li>connection tracking = sockets + all ports in TIME_WAIT;
 *   <li>cores and memory are estimates: {@value #REQUESTS_PER_CORE} requests/s a core, {@value
 *       #BYTES_PER_INSTANCE} B of heap an instance, {@value #BYTES_PER_SOCKET} B of buffers a
 *       socket, {@value #BYTES_PER_SUBSCRIPTION} B a subscription beyond the first of each
 *       instance, {@value #BYTES_PER_CHANNEL} B of heap a gRPC connection at each of its ends that
 *       is here; the stand-in takes a core, and {@value #STAND_IN_BYTES_PER_INSTANCE} B an
 *       instance, of its own.
 * </ul>
 *
 * @param instances how many the fleet stands in for, at least 1
 * @param services how many services they belong to
 * @param excess instances that the largest service has beyond the mean one
 * @param subscriptions of all instances together: services that they subscribe to, or list
 * @param connections HTTP connections for all but long polls, over all targets together; those of
 *     reads of the registry's state are among them
 * @param grpcConnections of the clients; 0 over HTTP
 * @param longPolls services that are listened for over HTTP; 0 over gRPC
 * @param targets registry nodes, at least 1
 * @param threads event loops of the generator
 * @param standInHere whether the stand-in cluster runs in this process too
 * @param loopback whether all targets are addresses of this machine
 * @param proxied whether proxies in this process stand in front of the targets
 * @param callsPerSecond that the fleet offers, to all targets together
 */
public record ResourceRequirement(
    int instances,
    int services,
    int excess,
    int subscriptions,
    int connections,
    int grpcConnections,
    int longPolls,
    int targets,
    int threads,
    boolean standInHere,
    boolean loopback,
    boolean proxied,
    double callsPerSecond) {

  /** The requirement of equal services, each instance of which subscribes to one. */
  public ResourceRequirement(
      int instances,
      int services,
      int connections,
      int grpcConnections,
      int longPolls,
      int targets,
      int threads,
      boolean standInHere,
      boolean loopback,
      boolean proxied,
      double callsPerSecond) {
    this(
        instances,
        services,
        0,
        instances,
        connections,
        grpcConnections,
        longPolls,
        targets,
        threads,
        standInHere,
        loopback,
        proxied,
        callsPerSecond);
  }

  static final int OTHER_FILES = 128;
  static final int FILES_PER_WORKER = 4;
  static final int TOMCAT_KEEP_ALIVE = 100;
  static final int REQUESTS_PER_CORE = 20_000;
  static final int BYTES_PER_INSTANCE = 400;
  static final int BYTES_PER_SUBSCRIPTION = 200;
  static final int BYTES_PER_SOCKET = 40_000;
  static final int BYTES_PER_CHANNEL = 20_000;

  /**
   * Connections over gRPC that the fleet opens from one address on loopback; Linux lends 28,232
   * ports an address by default, and some are taken.
   */
  public static final int PORTS_PER_SOURCE = 20_000;

  static final int STAND_IN_BYTES_PER_INSTANCE = 3_000;

  private static final int BASE_HEAP = 48 << 20;
  private static final int TIME_WAIT_SECONDS = 60;

  public ResourceRequirement {
    if (instances < 1 || services < 1 || connections < 1 || targets < 1 || threads < 1) {
      throw new IllegalArgumentException(
          "instances, services, connections, targets and threads must all be at least 1");
    }
  }

  /**
   * The requirement of the largest of several processes that share the fleet, divided by services.
   */
  ResourceRequirement share(int processes) {
    long most = ceil(services, processes);
    int size = (int) Math.min(instances, ceil(instances * most, services) + excess);
    return new ResourceRequirement(
        size,
        (int) most,
        excess,
        (int) ceil((long) subscriptions * size, instances),
        (int) ceil(connections * most, services),
        (int) ceil((long) grpcConnections * size, instances),
        (int) ceil(longPolls * most, services),
        targets,
        (int) ceil(threads, processes),
        false,
        loopback,
        false,
        callsPerSecond * most / services);
  }

  /** All connections of the fleet. */
  public long sockets() {
    return (long) connections + grpcConnections + longPolls;
  }

  /** Open files of a single process with the whole fleet. */
  public long openFiles() {
    return sockets() * endsHere() + otherFiles();
  }

  private long otherFiles() {
    return 3L * threads + OTHER_FILES;
  }

  /** How many {@link #connections} are possible with a limit on open files. */
  long connectionsWithin(long files) {
    return (files - otherFiles()) / endsHere() - (sockets() - connections);
  }

  /**
   * How many {@link #connections} all workers together can have, if the parent process has a limit
   * on open files for the ends of the stand-in or of the proxies.
   */
  long connectionsWithinParent(long files, int workers) {
    int ends = endsHere() - 1;
    return ends == 0
        ? Integer.MAX_VALUE
        : (files - FILES_PER_WORKER * workers - OTHER_FILES) / ends - (sockets() - connections);
  }

  /** The requirement of the parent process, which also contains the stand-in. */
  long parentFiles(int workers) {
    return parentSockets() + FILES_PER_WORKER * workers + OTHER_FILES;
  }

  /** Sockets other than the fleet's own ends of connections. */
  private long parentSockets() {
    return sockets() * (endsHere() - 1);
  }

  /** How many ends of a connection of the fleet are in this process. */
  private int endsHere() {
    return 1 + (standInHere ? 1 : 0) + (proxied ? 2 : 0);
  }

  long portsPerTarget(boolean reused) {
    int left = Math.max(1, targets - 1);
    long http = longPolls == 0 ? 0 : connections + longPolls + (reused ? 0 : waitingPorts());
    long grpc = longPolls == 0 ? sockets() : grpcConnections;
    long ofGrpc = ceil(grpc, left);
    return ceil(http, left) + (loopback ? Math.min(PORTS_PER_SOURCE, ofGrpc) : ofGrpc);
  }

  long backlog() {
    return ceil(sockets(), targets);
  }

  long trackedConnections() {
    return sockets() + waitingPorts();
  }

  long cores() {
    return (long) Math.ceil(callsPerSecond / REQUESTS_PER_CORE) + (standInHere ? 1 : 0);
  }

  long heapBytes() {
    return parentHeapBytes()
        + (long) BYTES_PER_INSTANCE * instances
        + (long) BYTES_PER_SUBSCRIPTION * Math.max(0, subscriptions - instances)
        + (long) BYTES_PER_CHANNEL * grpcConnections;
  }

  /** The requirement of the parent process, which also contains the stand-in. */
  long parentHeapBytes() {
    return standInHere
        ? BASE_HEAP
            + (long) STAND_IN_BYTES_PER_INSTANCE * instances
            + (long) BYTES_PER_CHANNEL * grpcConnections
        : BASE_HEAP;
  }

  long memoryBytes() {
    return heapBytes() + BYTES_PER_SOCKET * sockets() * (standInHere ? 2 : 1);
  }

  private long waitingPorts() {
    return longPolls == 0
        ? 0
        : (long) Math.ceil(callsPerSecond / TOMCAT_KEEP_ALIVE * TIME_WAIT_SECONDS);
  }

  private static long ceil(long dividend, long divisor) {
    return (dividend + divisor - 1) / divisor;
  }
}
