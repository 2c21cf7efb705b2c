package dev.nacoscapacity.simulator.study.profile;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.ServiceListing;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.simulator.options.ProfileWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Derives a traffic profile from a registry.
 *
 * @param callsPerSecond maximum rate of calls, above 0
 * @param sample number of services whose instances and subscribers are read
 */
public record ProfileStudy(double callsPerSecond, int sample) {

  private static final int SHARE_DECIMALS = 2;

  /**
   * Reads a registry, and returns its profile as YAML.
   *
   * @return empty when the namespaces have no instances
   * @throws dev.nacoscapacity.cluster.admin.AdminException when the registry does not answer
   */
  public Optional<String> profile(
      AdminClient node, List<String> namespaces, Time time, Consumer<Message> progress) {
    AdminClient throttled = node.withThrottle(new DutyCycleThrottle(time, callsPerSecond));
    ShapeReader reader = new ShapeReader(throttled, sample, progress);
    RegistryShape shape = reader.read(namespaces);
    if (shape.sizes().isEmpty()) {
      return Optional.empty();
    }
    Traffic traffic = SizeClass.traffic(shape);
    List<String> about = new ArrayList<>();
    about.add(
        NumberText.of(
            "Read by bin/simulator profile: %s of %s (namespaces: %,d);",
            NumberText.counted(traffic.instances(), "instance", "instances"),
            NumberText.counted(traffic.services(), "service", "services"),
            namespaces.size()));
    about.add(
        NumberText.of(
            "metadata, beats and subscribers of %,d of these services.", shape.samples().size()));
    if (shape.scope() == ServiceListing.Scope.DEFAULT_GROUP) {
      about.add("This user sees no catalogue, only DEFAULT_GROUP: other groups are not in here.");
    }
    if (shape.absurdBeats() > 0) {
      about.add(
          NumberText.of(
              "The beat periods of %,d instances are below 0.1 s or above 1 h, and taken as 5 s.",
              shape.absurdBeats()));
    }
    if (!shape.subscribersSeen()) {
      about.add("Who subscribes, and over which protocol, it does not say: add what you know.");
    }
    return Optional.of(ProfileWriter.text(about, protocol(shape), grpc(shape), traffic));
  }

  private static boolean grpc(RegistryShape shape) {
    return shape.grpcClients() > 0;
  }

  private static String protocol(RegistryShape shape) {
    if (!grpc(shape)) {
      return "http";
    }
    if (shape.clients() == 0) {
      return "grpc";
    }
    double share = shape.grpcClients() / (shape.clients() + shape.grpcClients());
    // A rare protocol keeps a share above 0.
    int decimals = SHARE_DECIMALS;
    while (Math.min(share, 1 - share) < 0.5 * Math.pow(10, -decimals)) {
      decimals++;
    }
    BigDecimal grpc = BigDecimal.valueOf(share).setScale(decimals, RoundingMode.HALF_UP);
    return "http=%s,grpc=%s"
        .formatted(BigDecimal.ONE.subtract(grpc).toPlainString(), grpc.toPlainString());
  }
}
