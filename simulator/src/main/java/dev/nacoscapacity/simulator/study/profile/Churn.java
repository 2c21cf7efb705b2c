package dev.nacoscapacity.simulator.study.profile;

import dev.nacoscapacity.core.text.NumberText;
import java.time.Duration;

/**
 * How many instances appeared and disappeared, by address, in the sampled services while a registry
 * was watched.
 *
 * @param watched time from the first reading to the last
 * @param arrivals instances that appeared between readings
 * @param departures instances that disappeared between readings
 * @param instances mean number of instances in the sampled services
 */
record Churn(Duration watched, long arrivals, long departures, int instances) {

  /** A comment for the head of a profile. */
  String about() {
    if (watched.isZero()) {
      return "Watched for too short a time to say what comes and goes.";
    }
    double minutes = watched.toMillis() / 60_000.0;
    return NumberText.of(
        "Watched for %s min: of %s of these services, %,d came and %,d left, %s and %s a minute.",
        NumberText.decimal(minutes),
        NumberText.counted(instances, "instance", "instances"),
        arrivals,
        departures,
        NumberText.decimal(arrivals / minutes),
        NumberText.decimal(departures / minutes));
  }
}
