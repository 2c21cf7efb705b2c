package dev.nacoscapacity.core.workload;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * Something that a fleet itself does within the measurement window, as a traffic profile asks.
 *
 * @param atSeconds when it begins, after the window did
 * @param classes of services that it concerns, by name; none for all
 * @param share of each of these services' instances that are there, above 0 to 1; 1 for a scaling
 * @param perMinute how many of the fleet's instances begin it each minute; null for all at once
 * @param absentSeconds of a deployment or a crash: from an instance's leaving to its return; else
 *     null
 * @param to of a scaling: the share of each service's instances that is there from then on, 0 to 1;
 *     else null
 */
public record Wave(
    double atSeconds,
    Kind kind,
    List<String> classes,
    double share,
    Double perMinute,
    Double absentSeconds,
    Double to) {

  /** What happens to an instance. */
  public enum Kind {
    /** It deregisters, is away for a while, and registers again. */
    DEPLOY,
    /** It disappears without deregistering, and registers again after a while. */
    CRASH,
    /** It deregisters and stays away, or registers again. */
    SCALE,
    /** Its client logs in anew. */
    LOGIN;

    /** As in a profile and in a record. */
    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Wave {
    classes = classes == null ? List.of() : List.copyOf(classes);
  }

  /** Whether it concerns a class of services. */
  public boolean concerns(ServiceClass of) {
    return classes.isEmpty() || classes.contains(of.name());
  }
}
