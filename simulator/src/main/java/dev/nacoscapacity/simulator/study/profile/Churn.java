package dev.nacoscapacity.simulator.study.profile;

import dev.nacoscapacity.reports.text.NumberText;
import java.time.Duration;
import java.util.List;

/**
 * How many instances came and went while a registry was watched.
 *
 * @param watched from the first reading to the last
 * @param counted of all services, by the counts of two readings that follow each other: one that
 *     took another's place between them is not seen
 * @param named of the services that were looked at, by identity
 * @param instances that these had on average
 */
record Churn(Duration watched, Moves counted, Moves named, int instances) {

  /** Instances that were there and had not been, and the other way round. */
  record Moves(long came, long left) {

    private String perMinute(Duration in) {
      double minutes = in.toMillis() / 60_000.0;
      return NumberText.of(
          "%,d instances came and %,d left, %s and %s a minute",
          came, left, NumberText.decimal(came / minutes), NumberText.decimal(left / minutes));
    }
  }

  /** Remarks for the head of a profile. */
  List<String> about() {
    if (watched.isZero()) {
      return List.of("Watched for too short a time to say what comes and goes.");
    }
    return List.of(
        NumberText.of(
            "Watched for %s min: by the counts of all services %s;",
            NumberText.decimal(watched.toMillis() / 60_000.0), counted.perMinute(watched)),
        NumberText.of(
            "by identity, of the services looked at with their %,d instances, %s.",
            instances, named.perMinute(watched)));
  }
}
