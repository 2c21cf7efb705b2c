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

  /** What kind of work a call is to both nodes. */
  enum Kind {
    /** A client's write, on its way to the owner. */
    WRITE,
    /** A node is up. */
    REPORT,
    /** A changed datum. */
    SYNC,
    /** Checksums. */
    VERIFY,
    /** Whole data are asked for. */
    SNAPSHOT
  }

  Kind kind();

  /** How many instances or checksums it carries, as far as it says. */
  default int items() {
    return 1;
  }

  /** How many instances a node has that the call asks for. */
  default int asked(NamingNode receiver) {
    return 0;
  }

  /** Runs on the receiving node, on that node's thread. */
  A at(NamingNode receiver);
}
