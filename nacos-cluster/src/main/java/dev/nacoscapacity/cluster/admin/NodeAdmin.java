package dev.nacoscapacity.cluster.admin;

import java.util.List;

/**
 * Reports of a node about itself and its cluster. Every method throws {@link AdminException} when
 * the node does not answer.
 */
public interface NodeAdmin {

  /** The cluster as this node sees it. */
  List<Member> members();

  /** The node's own counts. */
  NodeCounts metrics();
}
