package dev.nacoscapacity.cluster.admin;

import dev.nacoscapacity.core.verdict.InconclusiveException;

/** A call to a node failed. The message is one line and contains no token or password. */
public final class AdminException extends InconclusiveException {

  /** The kinds of failures that callers distinguish. */
  public enum Kind {
    /** Nothing listens there, or the connection broke. */
    UNREACHABLE,
    /** A TLS connection failed, or TLS is missing; the message contains the remedy. */
    NO_TLS,
    /** No complete answer in time. */
    TIMED_OUT,
    /** 401 or 403: no token, a stale one, or not enough rights. */
    REFUSED,
    /**
     * The login was refused. A node that is still starting answers the same, since it loads its
     * users late.
     */
    WRONG_PASSWORD,
    /** The node answers that it cannot serve yet: no raft leader, or no users loaded. */
    NOT_READY,
    /** The node has neither the API of v1 nor of v3; the message names the setting that is off. */
    ABSENT,
    /** A gateway answered 401 or 403 in the node's place. */
    BLOCKED,
    /** A gateway answered in the node's place, and the message contains the remedy. */
    GATEWAY,
    /** Nacos answered with an error of its own, which the message quotes. */
    FAILED,
    /** Not an answer of Nacos. */
    UNEXPECTED;

    /** Whether a call was refused, by the node or by a gateway in its place. */
    public boolean isRefusal() {
      return this == REFUSED || this == BLOCKED;
    }

    /** Whether this user cannot call the API, while others may be open. */
    public boolean hidesApi() {
      return isRefusal() || this == ABSENT;
    }
  }

  private final Kind kind;

  /**
   * @param message one line
   */
  public AdminException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
