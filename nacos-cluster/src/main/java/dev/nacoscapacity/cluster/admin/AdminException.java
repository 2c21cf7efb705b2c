package dev.nacoscapacity.cluster.admin;

/** A node did not do what it was asked. The message is one line and holds no token or password. */
public final class AdminException extends RuntimeException {

  /** What went wrong, as far as a caller can act on it. */
  public enum Kind {
    /** Nothing listens there, or the connection broke. */
    UNREACHABLE,
    /** It did not answer, or not wholly, in time. */
    TIMED_OUT,
    /** 401 or 403: no token, a stale one, or not enough rights. */
    REFUSED,
    /**
     * The login was refused. A node that is still starting says the same, since it loads its users
     * late.
     */
    WRONG_PASSWORD,
    /** It answers that it cannot serve yet: no raft leader, or no users loaded. */
    NOT_READY,
    /** Any other answer than Nacos's. */
    UNEXPECTED
  }

  private final Kind kind;

  AdminException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
