package dev.nacoscapacity.simulator.verify;

/** Where an instance stands between us and the registry, by what was written and acknowledged. */
enum RegistrationState {
  /** We never asked for it. */
  ABSENT(false, false),
  /** A registration was written, its answer is open or was lost: it may be there. */
  OFFERED(true, false),
  /** A registration was acknowledged less than the due time ago: it may be there. */
  ACKNOWLEDGED(true, true),
  /** A registration was acknowledged the due time ago or longer: it must be there. */
  DUE(true, false),
  /** A deregistration was written, its answer is open or was lost: it may be there. */
  LEAVING(true, false),
  /** A deregistration was acknowledged less than the due time ago: it may be there. */
  LEFT(true, true),
  /** A deregistration was acknowledged the due time ago or longer: it must not be there. */
  GONE(false, false);

  private static final RegistrationState[] ALL = values();

  /** Whether the registry may list it. */
  final boolean possible;

  /** Whether time alone will move it on. */
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
