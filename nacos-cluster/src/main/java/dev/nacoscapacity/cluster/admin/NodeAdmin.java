package dev.nacoscapacity.cluster.admin;

import java.util.List;

/**
 * What a node says of itself and of its cluster. Every method throws {@link AdminException} when it
 * does not say.
 */
public interface NodeAdmin {

  /** The cluster as this node sees it. */
  List<Member> members();

  /** The node's own counts. */
  Metrics metrics();
}
