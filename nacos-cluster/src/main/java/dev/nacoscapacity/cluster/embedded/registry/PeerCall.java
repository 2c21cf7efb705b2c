package dev.nacoscapacity.cluster.embedded.registry;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * A call from one node to another, a value that refers to neither of them: between processes it
 * travels as JSON, by its name among those permitted here.
 *
 * @param <A> the answer, which travels as well; a whole number as a {@code Long}
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
public sealed interface PeerCall<A>
    permits DistroVerify.Query,
        DistroVerify.Verify,
        DistroSync.Sync,
        MemberReport.Alive,
        SnapshotLoad.QueryAll,
        Writes.Beat,
        Writes.Deregister,
        Writes.Forwarded,
        Writes.Register {

  /** Runs on the receiving node, on that node's thread. */
  A at(NamingNode receiver);
}
