package dev.nacoscapacity.simulator.preflight.machine;

/**
 * The resources that a fleet needs from its machine.
 *
 * <ul>
 *   <li>sockets = HTTP connections + long polls (one for each service, each with its own
 *       connection) + gRPC connections. If the number of HTTP connections is not given, it is the
 *       number of calls in flight when a response takes 1 s, the verdict's bound, or 0.1 s for a
 *       stand-in in this process. A slower registry needs more connections, up to the remaining
 *       open files ({@link #connectionsWithin});
 *   <li>open files = sockets (twice, if the stand-in accepts them in this process; twice more, if
 *       proxies accept them and connect to the nodes) + 3 per event loop (epoll, event and timer) +
 *       {@value #OTHER_FILES} for jars, record files and administration calls;
 *   <li>ports for one target address = sockets / targets that remain after the failure of one (over
 *       gRPC on loopback at most {@value #PORTS_PER_SOURCE}, beyond which another source address is
 *       used) + ports in TIME_WAIT for 60 s, unless the kernel reuses them. A real server's Tomcat
 *       closes each connection after {@value #TOMCAT_KEEP_ALIVE} requests;
 *   <li>backlog = sockets / targets: after a restart all clients reconnect at once;
 *   <li>connection tracking = sockets + all ports in TIME_WAIT;
 *   <li>cores and memory are estimates: {@value #REQUESTS_PER_CORE} requests/s per core, {@value
 *       #BYTES_PER_INSTANCE} B of heap per instance, {@value #BYTES_PER_SOCKET} B of buffers per
 *       socket, {@value #BYTES_PER_SUBSCRIPTION} B per subscription beyond the first of each
 *       instance, {@value #BYTES_PER_CHANNEL} B of heap per end of a gRPC connection in this
 *       process; a stand-in adds one core, and {@value #STAND_IN_BYTES_PER_INSTANCE} B per
 *       instance.
 * </ul>
 *
 * @param members of the fleet
 * @param connections of the fleet
 * @param target what they lead to
 * @param threads event loops of the generator, at least 1
 * @param callsPerSecond that the fleet offers to all nodes together
 */
public record ResourceRequirement(
    Members members,
    Connections connections,
    TargetShape target,
    int threads,
    double callsPerSecond) {

  /**
   * The members of a fleet.
   *
   * @param instances at least 1
   * @param services number of services of these instances, at least 1
   * @param excess how many more instances the largest service has than the mean
   * @param subscriptions of all instances together, to services that they subscribe to or list
   */
  public record Members(int instances, int services, int excess, int subscriptions) {

    /** Those of the largest of several processes that divide the fleet by services. */
    private Members share(int processes) {
      long shareOfServices = ceil(services, processes);
      int size = (int) Math.min(instances, ceil(instances * shareOfServices, services) + excess);
      return new Members(
          size, (int) shareOfServices, excess, (int) ceil((long) subscriptions * size, instances));
    }
  }

  /**
   * The connections of a fleet to all nodes together.
   *
   * @param http excluding long polls, including reads of the registry's state, at least 1
   * @param grpc of the clients; 0 over HTTP
   * @param longPolls number of HTTP listeners; 0 over gRPC
   */
  public record Connections(int http, int grpc, int longPolls) {

    /** All of them. */
    public long sockets() {
      return (long) http + grpc + longPolls;
    }
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
   * Maximum of gRPC connections from one loopback address. By default Linux assigns 28,232 ports
   * per address, some of which are in use.
   */
  public static final int PORTS_PER_SOURCE = 20_000;

  static final int STAND_IN_BYTES_PER_INSTANCE = 3_000;

  private static final int BASE_HEAP = 48 << 20;
  private static final int TIME_WAIT_SECONDS = 60;

  public ResourceRequirement {
    if (members.instances() < 1
        || members.services() < 1
        || connections.http() < 1
        || target.nodes() < 1
        || threads < 1) {
      throw new IllegalArgumentException(
          "instances, services, connections, nodes and threads must all be at least 1");
    }
  }

  /** The requirement of the largest of several processes that divide the fleet by services. */
  ResourceRequirement share(int processes) {
    Members part = members.share(processes);
    long shareOfServices = part.services();
    int services = members.services();
    return new ResourceRequirement(
        part,
        new Connections(
            (int) ceil(connections.http() * shareOfServices, services),
            (int) ceil((long) connections.grpc() * part.instances(), members.instances()),
            (int) ceil(connections.longPolls() * shareOfServices, services)),
        new TargetShape(target.nodes(), false, target.loopback(), false, true),
        (int) ceil(threads, processes),
        callsPerSecond * shareOfServices / services);
  }

  /** Open files of one process with the whole fleet. */
  public long openFiles() {
    return connections.sockets() * endsHere() + otherFiles();
  }

  private long otherFiles() {
    return 3L * threads + OTHER_FILES;
  }

  /** How many HTTP connections a limit on open files permits. */
  long connectionsWithin(long files) {
    return (files - otherFiles()) / endsHere() - (connections.sockets() - connections.http());
  }

  /**
   * How many HTTP connections all workers together can have, given the parent process's limit on
   * open files, which holds the ends of the stand-in or of the proxies.
   */
  long connectionsWithinParent(long files, int workers) {
    int ends = endsHere() - 1;
    return ends == 0
        ? Integer.MAX_VALUE
        : (files - FILES_PER_WORKER * workers - OTHER_FILES) / ends
            - (connections.sockets() - connections.http());
  }

  /** Open files of the parent process, which contains the stand-in and the proxies. */
  long parentFiles(int workers) {
    return parentSockets() + FILES_PER_WORKER * workers + OTHER_FILES;
  }

  /** Sockets of the parent process: the connection ends that workers do not hold. */
  private long parentSockets() {
    return connections.sockets() * (endsHere() - 1);
  }

  /** How many ends of each connection are in this process. */
  private int endsHere() {
    return 1 + (target.standInHere() ? 1 : 0) + (target.proxied() ? 2 : 0);
  }

  long portsPerTarget(boolean reused) {
    int remaining = Math.max(1, target.nodes() - 1);
    long http =
        connections.longPolls() == 0
            ? 0
            : connections.http() + connections.longPolls() + (reused ? 0 : timeWaitPorts());
    long grpc = connections.longPolls() == 0 ? connections.sockets() : connections.grpc();
    long grpcPorts = ceil(grpc, remaining);
    return ceil(http, remaining)
        + (target.loopback() ? Math.min(PORTS_PER_SOURCE, grpcPorts) : grpcPorts);
  }

  long backlog() {
    return ceil(connections.sockets(), target.nodes());
  }

  long trackedConnections() {
    return connections.sockets() + timeWaitPorts();
  }

  long cores() {
    return (long) Math.ceil(callsPerSecond / REQUESTS_PER_CORE) + (target.standInHere() ? 1 : 0);
  }

  long heapBytes() {
    return parentHeapBytes()
        + (long) BYTES_PER_INSTANCE * members.instances()
        + (long) BYTES_PER_SUBSCRIPTION * Math.max(0, members.subscriptions() - members.instances())
        + (long) BYTES_PER_CHANNEL * connections.grpc();
  }

  /** Heap of the parent process, which contains the stand-in. */
  long parentHeapBytes() {
    return target.standInHere()
        ? BASE_HEAP
            + (long) STAND_IN_BYTES_PER_INSTANCE * members.instances()
            + (long) BYTES_PER_CHANNEL * connections.grpc()
        : BASE_HEAP;
  }

  long memoryBytes() {
    return heapBytes() + BYTES_PER_SOCKET * connections.sockets() * endsHere();
  }

  private long timeWaitPorts() {
    return connections.longPolls() == 0
        ? 0
        : (long) Math.ceil(callsPerSecond / TOMCAT_KEEP_ALIVE * TIME_WAIT_SECONDS);
  }

  private static long ceil(long dividend, long divisor) {
    return (dividend + divisor - 1) / divisor;
  }
}
