package dev.nacoscapacity.simulator.study.size;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.model.CostFile;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.NumberText;
import java.nio.file.Path;

/**
 * A cluster whose nodes have a machine each.
 *
 * @param nodes 1 to 50
 * @param cores of each node, 1 to 256
 * @param heapMegabytes of each node, of 2^20 bytes
 * @param speed of a core relative to the reference machine of the costs
 */
record ClusterSize(int nodes, int cores, long heapMegabytes, double speed) {

  private static final int MEGABYTES_PER_GIGABYTE = 1024;

  ClusterSize withNodes(int others) {
    return new ClusterSize(others, cores, heapMegabytes, speed);
  }

  /** Cores of all nodes at reference speed. */
  double referenceCores() {
    return nodes * cores * speed;
  }

  long heapBytes() {
    return heapMegabytes << 20;
  }

  /** As in {@code -Xmx}: {@code 768m}, {@code 8g}. */
  String heap() {
    return heapMegabytes % MEGABYTES_PER_GIGABYTE == 0
        ? heapMegabytes / MEGABYTES_PER_GIGABYTE + "g"
        : heapMegabytes + "m";
  }

  /** A name for runs on this cluster. */
  String name() {
    return "%dx%d-%s".formatted(nodes, cores, heap());
  }

  String words(Language language) {
    return language.say(
        "size.cluster", with("nodes", nodes).and("cores", cores).and("heap", heap()));
  }

  /**
   * The model file; all other settings have the server's defaults. Defects of 2.2.4 that do not
   * depend on the size are off.
   */
  String modelText(SizeQuestion question) {
    return NumberText.of(
        """
        version: %s
        nodes: %d
        machines: {cores: %d, speed: %.6f}
        heap: %s
        token-cache: %s
        costs: '%s'
        behaviour: {lostRegistration: off, revisionZeroCopies: off}
        """,
        question.costs().version(),
        nodes,
        cores,
        speed,
        heap(),
        question.tokenCache() ? "on" : "off",
        costs(question.costs().file().name()));
  }

  /** A path is relative to the model file, which is elsewhere. */
  private static String costs(String name) {
    return CostFile.SHIPPED.contains(name)
        ? name
        : Path.of(name).toAbsolutePath().toString().replace("'", "''");
  }
}
