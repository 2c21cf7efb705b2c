package dev.nacoscapacity.simulator.target;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.cluster.model.ModelFile;
import dev.nacoscapacity.cluster.model.ModelSpec;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.yaml.YamlException;
import dev.nacoscapacity.simulator.run.ClusterModel;
import dev.nacoscapacity.simulator.run.Model;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and opens the model of {@code --target model[:FILE]}. */
public final class Models {

  private static final long MEGABYTE = 1 << 20;

  private Models() {}

  /**
   * Reads the model that a target names.
   *
   * @param target {@code model}, or {@code model:} and the name of a file that comes with the tool,
   *     or a path
   * @throws IllegalArgumentException when there is no such file, or its values are invalid
   */
  public static ModelSpec read(String target) {
    try {
      return ModelFile.read(Targets.modelOf(target));
    } catch (YamlException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /**
   * Opens a model: each run on it has a new cluster.
   *
   * @param requested version with the protocols of the fleet
   * @param auth whether the nodes check tokens
   * @param authCache whether the nodes cache verified tokens; empty for what the model says
   * @throws IllegalArgumentException when the model's version lacks a protocol of the fleet
   */
  public static OpenTarget open(
      ModelSpec model, ServerVersion requested, boolean auth, Optional<Boolean> authCache) {
    if (requested.grpc() && !model.version().grpc()) {
      throw new IllegalArgumentException(
          "--protocol grpc needs a model of %s, and this one is of %s: name a file with version: %s"
              .formatted(requested, model.version(), requested));
    }
    ModelSpec spec = authCache.map(model::withTokenCache).orElse(model);
    Setup setup =
        new Setup(
            spec.settings().heap() / MEGABYTE + "m",
            Map.of(),
            List.of(),
            spec.machines().quota().orElse(null),
            spec.machines().count() < spec.nodes() ? spec.machines().count() : null);
    Prediction prediction =
        Prediction.of(
                spec.file().name(),
                spec.file().sha256(),
                spec.costs().file().name(),
                spec.costs().file().sha256())
            .withCores(spec.machines().referenceCores());
    Model.Maker maker = (time, seed) -> new ClusterModel(new ModelCluster(spec, auth, time, seed));
    return OpenTarget.modelled(
        Target.model(
            spec.version().toString(),
            auth,
            auth && spec.settings().tokenCache(),
            setup,
            prediction),
        maker.create(new VirtualTime(Instant.EPOCH), 0),
        maker);
  }
}
