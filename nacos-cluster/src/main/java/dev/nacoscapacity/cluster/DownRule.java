package dev.nacoscapacity.cluster;

/** When a node of a cluster counts as DOWN for another one. */
public enum DownRule {
  /**
   * When it refuses a connection, or fails four calls in a row. As in Nacos 1.4.1, which recognizes
   * the message of a refused connection.
   */
  REFUSED,
  /**
   * When it fails four calls in a row. As in Nacos 2.2.4, which reports over gRPC, where that
   * message does not occur.
   */
  COUNTED,
  /**
   * Likewise, and members that are not UP are also reported to by a task of its own, so that the
   * fourth failure comes sooner. As in Nacos 2.5.0 and 3.1.0, {@code
   * UnhealthyMemberInfoReportTask}.
   */
  COUNTED_AND_RETRIED
}
