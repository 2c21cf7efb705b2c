package dev.nacoscapacity.cluster.model;

/**
 * One figure of a cost file. Work is in milliseconds of one core at reference speed, memory in
 * kilobytes of 1,024 bytes, a share from 0 to 0.99.
 */
public enum Cost {
  /** What a node does each second without any load and other members: timers. */
  IDLE("idle", Unit.MS),
  /** What it does each second for each other member: raft, reports. */
  PEER("peer", Unit.MS),
  /** To start a node's process, and read its own state: work of one core. */
  START("start", Unit.MS),
  /** What work costs more after 3 ms without any: the processor's caches hold something else. */
  WAKE("wake", Unit.MS),
  /** A beat at the node that owns the instance, until it is answered. */
  BEAT("beat", Unit.MS),
  /** What 1.4.1 does for a beat after the answer, on a beat thread. */
  BEAT_PROCESSING("beat-processing", Unit.MS),
  LIST("list", Unit.MS),
  /** For each host in the body of a list or push. */
  HOST("host", Unit.MS),
  /** For a call that the owner answers, at the node that was asked. */
  FORWARD("forward", Unit.MS),
  /** At each filter that a call passes: at the node asked, and at the owner. */
  TOKEN_CHECK("token-check", Unit.MS),
  /** The same with a cache of verified tokens. */
  CACHED_TOKEN_CHECK("cached-token-check", Unit.MS),
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
  GRPC_TOKEN_CHECK("grpc-token-check", Unit.MS),
  /** A new connection with its set-up, over gRPC. */
  GRPC_CONNECT("grpc-connect", Unit.MS),
  /** One call at a load generator that shares the nodes' machine. */
  GENERATOR_CALL("generator-call", Unit.MS),
  GENERATOR_GRPC_CALL("generator-grpc-call", Unit.MS),

  /** What a node without load keeps. */
  HEAP_BASE("heap-base", Unit.KB),
  /** An instance at its owner. */
  HEAP_INSTANCE("heap-instance", Unit.KB),
  /** An instance at any other node. */
  HEAP_COPY("heap-copy", Unit.KB),
  HEAP_CONNECTION("heap-connection", Unit.KB),
  HEAP_GRPC_CONNECTION("heap-grpc-connection", Unit.KB),
  HEAP_SUBSCRIBER("heap-subscriber", Unit.KB),

  /** Garbage collection for each call while as much of the heap is live as is free. */
  GARBAGE_CALL("garbage-call", Unit.MS),
  /** How long one collection stops the node, for each gigabyte live. */
  GARBAGE_PAUSE("garbage-pause", Unit.MS),
  /** The largest share of the time that collections take before the heap is full. */
  GARBAGE_MOST("garbage-most", Unit.SHARE),

  /** How many times as much a call costs on a node that has served none. */
  COLD("cold", Unit.TIMES),
  /** After how many calls 37 % of the excess is left. */
  WARM_CALLS("warm-calls", Unit.TIMES);

  /** How a figure is written. */
  enum Unit {
    MS("ms", 1e6, 3.6e6),
    KB("kb", 1024, 1e9),
    SHARE("share", 1, 0.99),
    TIMES("times", 1, 1e9);

    final String key;
    final double scale;

    /** The largest that makes sense, as it is written. */
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

  /** As in the file. */
  public String key() {
    return key;
  }

  Unit unit() {
    return unit;
  }

  /** Whether only a server that answers gRPC has it. */
  boolean grpc() {
    return key.contains("grpc");
  }
}
