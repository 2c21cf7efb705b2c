package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.text.Message;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The model behind the figures of a modelled cluster.
 *
 * @param stamp the statement that the figures are not a measurement, for people who read the record
 *     itself
 * @param model name of the file that describes the cluster, and the settings of a plan over it
 * @param modelSha256 of the file alone
 * @param costs name of the file with the costs of calls at a node; absent when unknown
 * @param costsSha256 of that file; absent when unknown
 * @param cores processors of all modelled machines together, at reference speed; absent when
 *     unknown
 */
@RecordBuilder
public record Prediction(
    String stamp, String model, String modelSha256, String costs, String costsSha256, Double cores)
    implements PredictionBuilder.With {

  /** A prediction with the standard stamp. */
  public static Prediction of(String model, String modelSha256, String costs, String costsSha256) {
    return new Prediction(words().text(), model, modelSha256, costs, costsSha256, null);
  }

  /** The stamp that is shown with every prediction. */
  public static Message words() {
    return Message.of("prediction");
  }
}
