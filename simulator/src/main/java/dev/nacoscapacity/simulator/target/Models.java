package dev.nacoscapacity.simulator.target;

import dev.nacoscapacity.reports.record.Prediction;
import dev.nacoscapacity.reports.record.Setup;
import dev.nacoscapacity.simulator.run.Model;

/** Finds the model that {@code --target model[:FILE]} names. */
final class Models {

  /** What is modelled where no file is named. */
  static final String DEFAULT = "published";

  /**
   * A cluster to model.
   *
   * @param version whose semantics its nodes have
   * @param nodes how many
   * @param authCache whether its nodes keep verified tokens
   * @param setup of its nodes
   * @param maker makes it, for a run each
   */
  record Found(
      String version,
      int nodes,
      boolean authCache,
      Setup setup,
      Prediction prediction,
      Model.Maker maker) {}

  private Models() {}

  /**
   * Reads a model's file.
   *
   * @param name of one that comes with the tool, or a path
   * @param auth whether its nodes check tokens
   * @param authCache whether they keep verified ones; null for what the file says
   * @throws IllegalArgumentException when there is no such file, or it asks for what is impossible
   */
  static Found read(String name, boolean auth, Boolean authCache) {
    throw new IllegalArgumentException("there is no model '%s' yet".formatted(name));
  }
}
