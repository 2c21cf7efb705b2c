package dev.nacoscapacity.reports.summary;

import dev.nacoscapacity.reports.record.Registry.Counts;
import java.util.function.Function;

/** A count of the registry's worst moment, as summary, page and comparison show it. */
public enum RegistryFigure {
  EXPECTED("expected", "expected", Counts::expected),
  PRESENT("present", "present", Counts::presentMin),
  HEALTHY("healthy", "healthy", Counts::healthyMin),
  MISSING("missing", "missing", Counts::missingMax),
  UNHEALTHY("unhealthy", "unhealthy", Counts::unhealthyMax),
  /** Beats of acknowledged instances that were answered "unknown instance". */
  UNKNOWN_INSTANCE_BEATS("unknownInstanceBeats", "unk.beats", Counts::lost),
  /** Deregistered instances that were still listed. */
  STALE("stale", "stale", Counts::ghostMax),
  /** Services about which nodes disagreed. */
  DIVERGENT("divergent", "divergent", Counts::divergentMax),
  /** Instances whose state went unread. */
  UNKNOWN("unknown", "unread", Counts::unknownMax);

  private final String key;
  private final String heading;
  private final Function<Counts, Long> value;

  RegistryFigure(String key, String heading, Function<Counts, Long> value) {
    this.key = key;
    this.heading = heading;
    this.value = value;
  }

  /** Its name for programs, and the key of its words on a page. */
  public String key() {
    return key;
  }

  /** Its name in tables of text. */
  public String heading() {
    return heading;
  }

  /** Null when it is unknown. */
  public Long value(Counts counts) {
    return value.apply(counts);
  }

  /** Whether anything but 0 is a fault of the registry's. */
  public boolean isFault() {
    return compareTo(MISSING) >= 0;
  }
}
