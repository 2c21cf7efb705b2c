package dev.nacoscapacity.cluster.embedded.registry;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * What one node asks of another. It travels as it is, so it holds nothing of either: as JSON where
 * nodes have a process each, by its name among those permitted here.
 *
 * @param <A> the answer, which travels as well; a whole number as a {@code Long}
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
public sealed interface PeerCall<A>
    permits DistroVerify.Fetch,
        DistroVerify.Told,
        DistroSync.Copy,
        MemberReport.Alive,
        SnapshotLoad.Everything,
        Writes.Beat,
        Writes.Deregister,
        Writes.Forwarded,
        Writes.Register {

  /** Does it on the node that was asked, on that node's thread. */
  A at(NamingNode peer);
}
