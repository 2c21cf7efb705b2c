package dev.nacoscapacity.simulator.study.profile;

import dev.nacoscapacity.core.text.NumberText;
import java.time.Duration;
import java.util.List;

/**
 * How many instances appeared and disappeared while a registry was watched.
 *
 * @param watched time from the first reading to the last
 * @param counted moves in all services, by the differences of their counts in consecutive readings,
 *     which miss an instance that replaces another
 * @param named moves in the sampled services, by address
 * @param instances mean number of instances in the sampled services
 */
record Churn(Duration watched, Moves counted, Moves named, int instances) {

  /** The instances that appeared and disappeared between readings. */
  record Moves(long arrivals, long departures) {

    private String perMinute(Duration time) {
      double minutes = time.toMillis() / 60_000.0;
      return NumberText.of(
          "%s came and %,d left, %s and %s a minute",
          NumberText.counted(arrivals, "instance", "instances"),
          departures,
          NumberText.decimal(arrivals / minutes),
          NumberText.decimal(departures / minutes));
    }
  }

  /** Comments for the head of a profile, one line each. */
  List<String> about() {
    if (watched.isZero()) {
      return List.of("Watched for too short a time to say what comes and goes.");
    }
    return List.of(
        NumberText.of(
            "Watched for %s min: by the counts of all services %s;",
            NumberText.decimal(watched.toMillis() / 60_000.0), counted.perMinute(watched)),
        NumberText.of(
            "by identity, of the services looked at with their %s, %s.",
            NumberText.counted(instances, "instance", "instances"), named.perMinute(watched)));
  }
}
