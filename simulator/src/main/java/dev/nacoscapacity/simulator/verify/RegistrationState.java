package dev.nacoscapacity.simulator.verify;

/** The state of an instance's registration, by the written and acknowledged calls. */
enum RegistrationState {
  /** Never registered. */
  ABSENT(false, false),
  /** A registration was written, its answer is pending or was lost: the instance may be listed. */
  OFFERED(true, false),
  /** A registration was acknowledged less than the due time ago: the instance may be listed. */
  ACKNOWLEDGED(true, true),
  /** A registration was acknowledged at least the due time ago: the instance must be listed. */
  DUE(true, false),
  /**
   * A deregistration was written, its answer is pending or was lost: the instance may be listed.
   */
  LEAVING(true, false),
  /** A deregistration was acknowledged less than the due time ago: the instance may be listed. */
  LEFT(true, true),
  /**
   * A deregistration was acknowledged at least the due time ago: the instance must not be listed.
   */
  GONE(false, false);

  private static final RegistrationState[] ALL = values();

  /** Whether the registry may list it. */
  final boolean possible;

  /** Whether the state changes by time alone. */
  final boolean waiting;

  RegistrationState(boolean possible, boolean waiting) {
    this.possible = possible;
    this.waiting = waiting;
  }

  byte code() {
    return (byte) ordinal();
  }

  static RegistrationState of(byte code) {
    return ALL[code];
  }
}
