package dev.nacoscapacity.cluster.embedded.registry;

import java.io.Serializable;

/**
 * What one node asks of another. It travels as it is, so it holds nothing of either.
 *
 * @param <A> the answer, which travels as well
 */
public interface PeerCall<A> extends Serializable {

  /** Does it on the node that was asked, on that node's thread. */
  A at(NamingNode peer);
}
