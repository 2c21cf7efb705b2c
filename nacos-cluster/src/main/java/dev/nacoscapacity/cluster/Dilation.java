package dev.nacoscapacity.cluster;

/** How much slower the time of a cluster runs than the wall's, for machines of a given size. */
public final class Dilation {

  /**
   * The share of a node's cores that is expected to be busy: operators are advised to keep a node
   * below a third of its maximum (alibaba/nacos #5000).
   */
  private static final double EXPECTED_USE = 1.0 / 3;

  /**
   * Cores of this machine for each core in use: with less left idle, threads wait for a processor,
   * which they would not do on machines of their own.
   */
  private static final double HEADROOM = 1.4;

  /** Beyond it a run of three minutes takes ten hours. */
  public static final double MOST = 200;

  private Dilation() {}

  /** How many times slower than the wall's the time of a cluster runs under load; 1 for as fast. */
  public static double of(ClusterSpec spec) {
    int coresHere = Runtime.getRuntime().availableProcessors();
    return spec.dilation()
        .or(() -> spec.cores().map(cores -> expected(spec.nodes(), cores, coresHere)))
        .orElse(1.0);
  }

  /**
   * The dilation that nodes need under the load that is expected of them, and for one of them to
   * have all its cores: whole, and 1 where this machine suffices.
   *
   * @param cores of each node
   * @param coresHere of this machine
   */
  static double expected(int nodes, double cores, int coresHere) {
    return Math.ceil(Math.max(needed(nodes * cores * EXPECTED_USE, coresHere), cores / coresHere));
  }

  /**
   * The dilation that a load needs, at least 1.
   *
   * @param coresInUse by nodes and generator, in cores of their own time
   * @param coresHere of this machine
   */
  public static double needed(double coresInUse, int coresHere) {
    return Math.max(1, coresInUse * HEADROOM / coresHere);
  }
}
