package dev.nacoscapacity.simulator.verify;

import dev.nacoscapacity.simulator.workload.Fleet;

/**
 * How one list answer differs from what the expected state allows.
 *
 * <p><b>Missing</b>: acknowledged and due, absent. <b>Unhealthy</b>: acknowledged and due, present,
 * not healthy. <b>Stale</b>: present although its deregistration was acknowledged at least the due
 * time ago, or although it is not an instance of this fleet.
 *
 * @param fingerprint a hash of the deviating instances; nodes whose fingerprints of a service
 *     differ disagree
 */
record Deviation(int missing, int unhealthy, int stale, long fingerprint) {

  static final Deviation NONE = new Deviation(0, 0, 0, 0);

  /** Receives for each instance of a service whether it is missing or unhealthy. */
  interface Sink {
    void checked(int instance, boolean wrong);
  }

  /**
   * The smallest deviation that explains these counts; a stale and a missing instance cancel out.
   */
  static Deviation byCount(int present, int healthy, int due, int possible) {
    int missing = Math.max(0, due - present);
    int unhealthy = Math.max(0, due - healthy - missing);
    int stale = Math.max(0, present - possible);
    long counts = ((long) missing << 42) ^ ((long) unhealthy << 21) ^ stale;
    return counts == 0 ? NONE : new Deviation(missing, unhealthy, stale, mix(~counts));
  }

  /**
   * The deviation by identity.
   *
   * @param askedAt when the list was requested
   */
  static Deviation byIdentity(
      IdentityScan scan,
      Fleet fleet,
      int service,
      ExpectedState expected,
      long askedAt,
      Sink sink) {
    int missing = 0;
    int unhealthy = 0;
    int stale = scan.strangers();
    long fingerprint = stale;
    for (int position = 0; position < fleet.sizeOf(service); position++) {
      int instance = fleet.instanceOf(service, position);
      boolean wrong = false;
      if (scan.isPresent(instance)) {
        if (expected.mustNotBeListed(instance, askedAt)) {
          stale++;
          fingerprint += mix(4L * instance + 1);
        } else if (!scan.isHealthy(instance) && expected.mustBeListed(instance, askedAt)) {
          unhealthy++;
          fingerprint += mix(4L * instance + 2);
          wrong = true;
        }
      } else if (expected.mustBeListed(instance, askedAt)) {
        missing++;
        fingerprint += mix(4L * instance + 3);
        wrong = true;
      }
      sink.checked(instance, wrong);
    }
    return missing + unhealthy + stale == 0
        ? NONE
        : new Deviation(missing, unhealthy, stale, fingerprint);
  }

  boolean isNone() {
    return missing == 0 && unhealthy == 0 && stale == 0;
  }

  /** The worse of both in each respect; returns this object when the other one is worse in none. */
  Deviation worst(Deviation other) {
    if (other.missing <= missing && other.unhealthy <= unhealthy && other.stale <= stale) {
      return this;
    }
    return new Deviation(
        Math.max(missing, other.missing),
        Math.max(unhealthy, other.unhealthy),
        Math.max(stale, other.stale),
        other.fingerprint);
  }

  /** The finalizer of SplitMix64. */
  private static long mix(long z) {
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }
}
