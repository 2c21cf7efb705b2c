package dev.nacoscapacity.simulator.proc;

/**
 * Heap and collections of a node's JVM. Null for what is unknown.
 *
 * @param gcCount pauses of every kind since the JVM started
 * @param gcMillis their sum
 */
record JvmUsage(Long heapUsedBytes, Long heapMaxBytes, Long gcCount, Long gcMillis) {

  static final JvmUsage UNKNOWN = new JvmUsage(null, null, null, null);
}
