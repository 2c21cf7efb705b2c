package dev.nacoscapacity.cluster;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The setup of a cluster. Its settings may contain secrets, so only {@link #redacted()} is recorded
 * or printed.
 *
 * @param version of the nodes; for {@code home}, the version by whose rules its nodes are run
 * @param home the official distribution whose server the nodes run; null for the server of this
 *     version that this project assembles
 * @param nodes number of nodes, 1 to {@value #MAX_NODES}
 * @param auth whether calls need a token
 * @param authCache whether verified tokens are cached; only with {@code auth}
 * @param heap the largest heap of a node's JVM, as in {@code -Xmx}: {@code 768m}, {@code 2g}
 * @param settings Nacos's and Spring's own keys, for {@code application.properties}; they override
 *     what the cluster sets itself
 * @param jvmArgs arguments for a node's JVM, without secrets, since every user of the machine sees
 *     them; they override what the cluster sets itself
 * @param basePort HTTP port of the first node; the next ones follow {@value #PORT_STEP} apart
 * @param isolation what each node has to itself
 */
@RecordBuilder
public record ClusterSpec(
    ServerVersion version,
    Distribution home,
    int nodes,
    boolean auth,
    boolean authCache,
    String heap,
    Map<String, String> settings,
    List<String> jvmArgs,
    int basePort,
    @JsonUnwrapped Isolation isolation)
    implements ClusterSpecBuilder.With {

  /**
   * What each node has to itself.
   *
   * @param networkPerNode whether each node has a network namespace and an address of its own, so
   *     that nodes can be cut off from one another
   * @param cores see {@link ClusterSpec#cores()}, which is how to read it
   * @param dilation see {@link ClusterSpec#dilation()}, which is how to read it
   */
  @RecordBuilder
  public record Isolation(boolean networkPerNode, Double cores, Double dilation)
      implements ClusterSpecIsolationBuilder.With {}

  private static final Isolation SHARED = new Isolation(false, null, null);

  public static final String DEFAULT_HEAP = "768m";
  public static final int DEFAULT_BASE_PORT = 8848;

  /** Distance of the HTTP ports, which leaves room for the ports that Nacos derives from them. */
  public static final int PORT_STEP = 10;

  public static final int MAX_NODES = 50;

  public static final double LEAST_CPUS = 0.1;
  static final double MOST_CPUS = 256;

  /** Of one of this machine's cores, for a node: a quota of 1.5 ms a second. */
  private static final double LEAST_SHARE = 0.0015;

  /** Raft listens this far below the HTTP port, gRPC as far above it (and 1 higher for peers). */
  public static final int DERIVED_PORTS = 1000;

  public ClusterSpec {
    Double cpus = isolation.cores;
    require(nodes >= 1 && nodes <= MAX_NODES, "nodes is 1 to " + MAX_NODES + ", not " + nodes);
    require(
        heap.matches("[1-9][0-9]{0,6}[mMgG]"),
        "heap is a size such as 768m or 2g, not '" + heap + "'");
    int lowest = DERIVED_PORTS + 1;
    int highest = 65535 - DERIVED_PORTS - 1 - (nodes - 1) * PORT_STEP;
    require(
        basePort >= lowest && basePort <= highest,
        "the base port of %d nodes is %d to %d, not %d"
            .formatted(nodes, lowest, highest, basePort));
    require(
        home == null || version == home.closestRelease(),
        "nodes of %s are not run like those of %s".formatted(home, version));
    require(auth || !authCache, "an auth cache needs auth: add --auth");
    require(
        !authCache || home == null || home.cachesTokens(),
        "Nacos %s cannot cache tokens, which is possible before 2.1 and since 2.2.1: leave --auth-cache out"
            .formatted(home == null ? version : home.version()));
    require(
        cpus == null || cpus >= LEAST_CPUS && cpus <= MOST_CPUS,
        "the processors of a node are %s to %.0f, not %s".formatted(LEAST_CPUS, MOST_CPUS, cpus));
    Double dilation = isolation.dilation;
    require(
        dilation == null || dilation >= 1 && dilation <= Dilation.MOST,
        "time runs 1 to %.0f times slower, not %s: with %.0f a minute takes over three hours"
            .formatted(Dilation.MOST, dilation, Dilation.MOST));
    require(
        dilation == null || cpus != null,
        "time is slowed for machines of a given size: add --cores");
    require(
        dilation == null || cpus / dilation >= LEAST_SHARE,
        "the kernel limits no process to less than %s of this machine's cores: slow nodes of %s cores %s times at most"
            .formatted(LEAST_SHARE, cpus, (int) (cpus == null ? 0 : cpus / LEAST_SHARE)));
    settings = Map.copyOf(settings);
    jvmArgs = List.copyOf(jvmArgs);
    for (String arg : jvmArgs) {
      require(
          !Redaction.secret(arg),
          "the secret in the JVM argument %s would be visible in the list of processes: use --set for"
                  .formatted(arg.replaceFirst("=.*", ""))
              + " keys of application.properties, or --jvm-arg=@/PATH, a file of such arguments");
    }
  }

  /** This spec without the secrets of its settings. */
  public ClusterSpec redacted() {
    Map<String, String> shown = new LinkedHashMap<>(settings);
    shown.replaceAll(Redaction::value);
    return withSettings(shown);
  }

  /** {@code 1 node}, {@code 3 nodes}. */
  public static String counted(int nodes) {
    return nodes + (nodes == 1 ? " node" : " nodes");
  }

  /**
   * The name of a node: {@code node1}, {@code node2}, …
   *
   * @param index from 0
   */
  public static String nodeName(int index) {
    return "node" + (index + 1);
  }

  /** A cluster without auth, with every default. */
  public static ClusterSpec of(ServerVersion version, int nodes) {
    return new ClusterSpec(
        version,
        null,
        nodes,
        false,
        false,
        DEFAULT_HEAP,
        Map.of(),
        List.of(),
        DEFAULT_BASE_PORT,
        SHARED);
  }

  /** A cluster whose nodes run the server of an official distribution, with every default. */
  public static ClusterSpec of(Distribution home, int nodes) {
    return of(home.closestRelease(), nodes).withHome(home);
  }

  /** A cluster of one node with the same server, with every default. */
  public ClusterSpec alone() {
    return home == null ? of(version, 1) : of(home, 1);
  }

  /** The server of the nodes: {@code 2.2.4}, {@code embedded}. */
  public String server() {
    return home == null ? version.toString() : home.version();
  }

  /** The same spec with another version; the names of the settings do not change. */
  @Override
  public ClusterSpec withVersion(ServerVersion other) {
    return with(draft -> draft.version(other).home(null));
  }

  @Override
  public ClusterSpec withAuth(boolean on) {
    return with(draft -> draft.auth(on).authCache(on && authCache));
  }

  /** The same spec with more settings, which override its own, and more arguments. */
  public ClusterSpec withMore(Map<String, String> moreSettings, List<String> moreJvmArgs) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.putAll(moreSettings);
    return with(
        draft ->
            draft
                .settings(all)
                .jvmArgs(Stream.concat(jvmArgs.stream(), moreJvmArgs.stream()).toList()));
  }

  public ClusterSpec withSetting(String key, String value) {
    return withMore(Map.of(key, value), List.of());
  }

  public ClusterSpec withJvmArg(String arg) {
    return withMore(Map.of(), List.of(arg));
  }

  /** The same spec with a tuning's settings; later settings override them. */
  public ClusterSpec withTuning(Tuning tuning) {
    return withMore(tuning.settings(version), tuning.jvmArgs());
  }

  public ClusterSpec withNetworkPerNode(boolean on) {
    return withIsolation(isolation.withNetworkPerNode(on));
  }

  /** The same spec with this many processors for each node. */
  public ClusterSpec withCores(double cpus) {
    return withIsolation(isolation.withCores(cpus));
  }

  /** The same spec in a time that runs this many times slower than the wall's. */
  public ClusterSpec withDilation(double dilation) {
    return withIsolation(isolation.withDilation(dilation));
  }

  public boolean networkPerNode() {
    return isolation.networkPerNode;
  }

  /**
   * The cores of each node's machine, {@value #LEAST_CPUS} to {@value #MOST_CPUS}. Empty where
   * nodes share the cores of this machine.
   */
  public Optional<Double> cores() {
    return Optional.ofNullable(isolation.cores);
  }

  /**
   * How many times slower than the wall's the cluster's time runs under load, 1 to {@value
   * Dilation#MOST}; empty for as slow as {@link #cores()} need on this machine.
   */
  public Optional<Double> dilation() {
    return Optional.ofNullable(isolation.dilation);
  }

  /** {@link #heap()} in bytes. */
  public long heapBytes() {
    int last = heap.length() - 1;
    int megabytes = heap.toLowerCase(Locale.ROOT).charAt(last) == 'g' ? 1024 : 1;
    return (Long.parseLong(heap.substring(0, last)) * megabytes) << 20;
  }

  /** HTTP port of the node with this index, from 0. */
  public int port(int index) {
    return basePort + index * PORT_STEP;
  }

  /** Address of the node with this index, from 0. */
  public String host(int index) {
    return networkPerNode() ? Subnet.of(basePort).node(index) : "127.0.0.1";
  }

  /** HTTP addresses of all nodes in their order, {@code ip:port}. */
  public List<String> addresses() {
    return IntStream.range(0, nodes).mapToObj(index -> host(index) + ":" + port(index)).toList();
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
