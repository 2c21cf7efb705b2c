package dev.nacoscapacity.simulator.target;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.cluster.model.ModelFile;
import dev.nacoscapacity.cluster.model.ModelSpec;
import dev.nacoscapacity.cluster.yaml.YamlException;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.simulator.run.ClusterModel;
import dev.nacoscapacity.simulator.run.Model;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the model of {@code --target model[:FILE]}. */
final class Models {

  private static final long MEGABYTE = 1 << 20;

  /**
   * A cluster to model.
   *
   * @param version whose semantics its nodes have
   * @param nodes number of nodes
   * @param authCache whether its nodes cache verified tokens
   * @param setup of its nodes
   * @param maker creates a cluster for each run
   */
  record ModelledCluster(
      ServerVersion version,
      int nodes,
      boolean authCache,
      Setup setup,
      Prediction prediction,
      Model.Maker maker) {}

  private Models() {}

  /**
   * Reads a model's file.
   *
   * @param name of a file that comes with the tool, or a path
   * @param auth whether the nodes check tokens
   * @param authCache whether the nodes cache verified tokens; empty to use the file's setting
   * @throws IllegalArgumentException when there is no such file, or its values are invalid
   */
  static ModelledCluster read(String name, boolean auth, Optional<Boolean> authCache) {
    ModelSpec read;
    try {
      read = ModelFile.read(name);
    } catch (YamlException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    ModelSpec spec = authCache.map(read::withTokenCache).orElse(read);
    return new ModelledCluster(
        spec.version(),
        spec.nodes(),
        auth && spec.settings().tokenCache(),
        new Setup(
            spec.settings().heap() / MEGABYTE + "m",
            Map.of(),
            List.of(),
            spec.machines().quota().orElse(null),
            spec.machines().count() < spec.nodes() ? spec.machines().count() : null),
        Prediction.of(
                spec.file().name(),
                spec.file().sha256(),
                spec.costs().file().name(),
                spec.costs().file().sha256())
            .withCores(spec.machines().referenceCores()),
        (time, seed) -> new ClusterModel(new ModelCluster(spec, auth, time, seed)));
  }
}
