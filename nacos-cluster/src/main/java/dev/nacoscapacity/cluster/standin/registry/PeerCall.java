package dev.nacoscapacity.cluster.standin.registry;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * A call from one node to another, as a value without references to the nodes. Between processes a
 * call is sent as JSON, with its name among the types permitted here.
 *
 * @param <A> the answer, which is sent in the same way; a whole number as a {@code Long}
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
        Writes.ForwardedWrite,
        Writes.Register {

  /** The kind of work that a call causes at both nodes. */
  enum Kind {
    /** A client's write, on its way to the owner. */
    WRITE,
    /** A node is up. */
    REPORT,
    /** A changed datum. */
    SYNC,
    /** Checksums. */
    VERIFY,
    /** A request for complete data. */
    SNAPSHOT
  }

  /** What the call is; a client's write unless it says otherwise. */
  default Kind kind() {
    return Kind.WRITE;
  }

  /** The number of instances or checksums in the call, if the call contains any. */
  default int items() {
    return 1;
  }

  /** The number of requested instances that the receiver has. */
  default int itemsAt(NamingNode receiver) {
    return 0;
  }

  /** Runs on the receiving node, on that node's thread. */
  A at(NamingNode receiver);
}
