package dev.nacoscapacity.reports.record;

import dev.nacoscapacity.reports.text.Message;

/**
 * What the figures of a modelled cluster rest on.
 *
 * @param stamp that they are no measurement, for people who read the record itself
 * @param model name of the file that describes the cluster
 * @param modelSha256 of that file
 * @param costs name of the file that says what calls cost a node; null when it is unknown
 * @param costsSha256 of that file; null when it is unknown
 */
public record Prediction(
    String stamp, String model, String modelSha256, String costs, String costsSha256) {

  /** With the stamp that every prediction has. */
  public static Prediction of(String model, String modelSha256, String costs, String costsSha256) {
    return new Prediction(words().text(), model, modelSha256, costs, costsSha256);
  }

  /** What stands wherever a prediction is shown. */
  public static Message words() {
    return Message.of("prediction");
  }
}
