package dev.nacoscapacity.cluster.model;

/**
 * One figure of a cost file. Work is in milliseconds of one core at reference speed, memory in
 * kilobytes of 1,024 bytes, a share from 0 to 0.99.
 */
public enum Cost {
  /** Work of a node each second without load and other members: timers. */
  IDLE("idle", Unit.MS),
  /** Work of a node each second for each other member: raft, reports. */
  PEER("peer", Unit.MS),
  /** Work to start a node's process and read its own state, on one core. */
  START("start", Unit.MS),
  /** Extra cost of work after 3 ms of idle time, when the processor's caches are cold. */
  WAKE("wake", Unit.MS),
  /** A beat at the node that owns the instance, until the answer. */
  BEAT("beat", Unit.MS),
  /** Processing of a beat in 1.4.1 after the answer, on a beat thread. */
  BEAT_PROCESSING("beat-processing", Unit.MS),
  LIST("list", Unit.MS),
  /** Each host in the body of a list or push. */
  HOST("host", Unit.MS),
  /** A forwarded call, at the node that forwards it to the owner. */
  FORWARD("forward", Unit.MS),
  /**
   * A check of a token that is in the cache of verified tokens, at the receiving node and again at
   * the owner.
   */
  TOKEN_CHECK("token-check", Unit.MS),
  /** What a check costs more without that cache: parsing the token and verifying its signature. */
  TOKEN_VERIFICATION("token-verification", Unit.MS),
  /** A password check, BCrypt. */
  LOGIN("login", Unit.MS),
  REGISTER("register", Unit.MS),
  DEREGISTER("deregister", Unit.MS),
  LISTEN("listen", Unit.MS),
  /** One answer with a node's counts. */
  METRICS("metrics", Unit.MS),
  /** One change sent to a peer, at either of the two. */
  SYNC("sync", Unit.MS),
  /**
   * One service's checksum (1.x) or one client's revision (2.x) in the check between peers, at
   * either of the two.
   */
  VERIFY("verify", Unit.MS),
  /** One push to one subscriber, without its hosts. */
  PUSH("push", Unit.MS),
  /** One instance of the snapshot that a starting node loads. */
  SNAPSHOT("snapshot", Unit.MS),
  /** A call of a client over gRPC. */
  GRPC_CALL("grpc-call", Unit.MS),
  /** As {@link #TOKEN_CHECK}, of a request over gRPC. */
  GRPC_TOKEN_CHECK("grpc-token-check", Unit.MS),
  GRPC_TOKEN_VERIFICATION("grpc-token-verification", Unit.MS),
  /** A new connection with its set-up, over gRPC. */
  GRPC_CONNECT("grpc-connect", Unit.MS),
  /** One call at a load generator that shares the nodes' machine. */
  GENERATOR_CALL("generator-call", Unit.MS),
  GENERATOR_GRPC_CALL("generator-grpc-call", Unit.MS),

  /** Live heap of a node without load. */
  HEAP_BASE("heap-base", Unit.KB),
  /** An instance at its owner. */
  HEAP_INSTANCE("heap-instance", Unit.KB),
  /** An instance at any other node. */
  HEAP_COPY("heap-copy", Unit.KB),
  HEAP_CONNECTION("heap-connection", Unit.KB),
  HEAP_GRPC_CONNECTION("heap-grpc-connection", Unit.KB),
  HEAP_SUBSCRIBER("heap-subscriber", Unit.KB),

  /** Garbage collection for each call when live and free heap are equal; see {@link Heap}. */
  GARBAGE_CALL("garbage-call", Unit.MS),
  /** Pause of one collection, for each gigabyte of live heap. */
  GARBAGE_PAUSE("garbage-pause", Unit.MS),
  /** The largest share of time in collections before the heap is full. */
  GARBAGE_MOST("garbage-most", Unit.SHARE),

  /** Cost factor of a call on a node that has not served any call yet. */
  COLD("cold", Unit.TIMES),
  /** Number of calls after which 37 % of the extra cost is left. */
  WARM_CALLS("warm-calls", Unit.TIMES);

  /** The unit of a figure. */
  enum Unit {
    MS("ms", 1e6, 3.6e6),
    KB("kb", 1024, 1e9),
    SHARE("share", 1, 0.99),
    TIMES("times", 1, 1e9);

    final String key;
    final double scale;

    /** The largest valid value in this unit. */
    final double most;

    Unit(String key, double scale, double most) {
      this.key = key;
      this.scale = scale;
      this.most = most;
    }
  }

  private final String key;
  private final Unit unit;

  Cost(String key, Unit unit) {
    this.key = key;
    this.unit = unit;
  }

  /** The key in the file. */
  public String key() {
    return key;
  }

  Unit unit() {
    return unit;
  }

  /** Whether only servers with gRPC have this cost. */
  boolean grpc() {
    return key.contains("grpc");
  }
}
