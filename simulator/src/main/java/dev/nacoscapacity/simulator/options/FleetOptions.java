package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Stage;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.yaml.Section;
import dev.nacoscapacity.core.yaml.YamlException;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.ServiceSizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of the fleet, and of the part of it that this process simulates. */
final class FleetOptions {

  private static final int MAX_DEFAULT_SERVICES = 400;
  private static final int INSTANCES_PER_SERVICE = 10;
  private static final String PROFILE_OPTION = "--profile";
  private static final String PROFILE_FOLDER = "profiles";

  // Not declared as required, since picocli would also require it before a subcommand.
  @Option(
      names = "--instances",
      paramLabel = "N",
      description = "service instances to stand in for")
  private Integer instances;

  @Option(
      names = "--profile",
      paramLabel = "FILE|NAME",
      description =
          "a fleet like the one that a traffic profile describes, of --instances or as many as it"
              + " has: a file, or a shipped one by its name (see the folder profiles/)")
  private String profile;

  private TrafficProfile read;

  @Option(
      names = "--services",
      paramLabel = "N",
      description = "services they belong to (default: one for each 10 instances, at most 400)")
  private Integer services;

  @Option(
      names = "--namespace",
      paramLabel = "ID",
      defaultValue = "capacity",
      description = "namespace to work in (default: ${DEFAULT-VALUE})")
  private String namespace;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      converter = ShardConverter.class,
      description =
          "stand in for one of N disjoint parts of the fleet only; job/N for the part at"
              + " JOB_COMPLETION_INDEX, from 0 (default: ${DEFAULT-VALUE})")
  private Shard shard = Shard.WHOLE;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of every random choice (default: ${DEFAULT-VALUE})")
  private long seed;

  /** The given number of instances, or else that of the profile; empty without either. */
  Optional<Integer> instances() {
    return Optional.ofNullable(instances)
        .or(() -> profile().map(read -> read.traffic().instances()));
  }

  /** Whether a number of services was given. */
  boolean hasServices() {
    return services != null;
  }

  /** Whether a number of instances was given. */
  boolean hasInstances() {
    return instances != null;
  }

  /**
   * The given traffic profile, which is read once; empty if not given.
   *
   * @throws UsageException when there is no profile of that name, or it cannot be read
   */
  Optional<TrafficProfile> profile() {
    if (profile != null && read == null) {
      Path file = profileFile(profile);
      try {
        read = ProfileReader.read(ShippedFile.name(file), file.toString(), Files.readString(file));
      } catch (IOException e) {
        throw new UsageException(PROFILE_OPTION, Section.unreadable(file, e));
      } catch (YamlException e) {
        throw new UsageException(PROFILE_OPTION, e);
      }
    }
    return Optional.ofNullable(read);
  }

  void requireOfTrials() {
    profile()
        .map(TrafficProfile::thresholds)
        .orElse(List.of())
        .forEach(
            each ->
                ThresholdOptions.requireOfTrials(
                    profileFile(profile) + ": " + ThresholdOptions.KEY, each));
  }

  /**
   * The file of a traffic profile.
   *
   * @param name its path, or the name of a shipped profile
   * @throws UsageException when there is no such file
   */
  static Path profileFile(String name) {
    return ShippedFile.of("profile", PROFILE_FOLDER, name);
  }

  long seed() {
    return seed;
  }

  /**
   * A fleet of this size, with services that no earlier run has used.
   *
   * @throws UsageException when the size is invalid, or does not fit the number of services
   */
  Population population(int size, InstantSource clock) {
    UsageException.unless(
        size >= 1 && size <= Fleet.MAX_INSTANCES,
        "--instances",
        "is 1 to " + Fleet.MAX_INSTANCES + ", not " + size);
    return new Population(
        profile().map(given -> profiled(given.traffic(), size)).orElseGet(() -> even(size)),
        Population.freshPrefix(clock.millis()),
        namespace,
        shard);
  }

  private Traffic profiled(Traffic traffic, int size) {
    UsageException.unless(
        services == null,
        "--services",
        "is for a fleet without --profile: the profile says how many");
    int classes = traffic.classes().size();
    UsageException.unless(
        size >= classes,
        "--instances",
        "is " + classes + " or more, one for each class of the profile; not " + size);
    Traffic scaled = ServiceSizes.scaled(traffic, size);
    UsageException.unless(
        scaled.services() >= shard.count(),
        "--shard",
        "is I/N with N up to %d, the services of the profile".formatted(scaled.services()));
    return scaled;
  }

  private Traffic even(int size) {
    int count = services(size);
    UsageException.unless(
        count >= shard.count() && count <= size,
        "--services",
        "is " + shard.count() + " (one a shard) to " + size + " (one an instance), not " + count);
    return Traffic.even(size, count);
  }

  /**
   * The number of services of a fleet without a profile. The published runs had 400 services with
   * at least 37 instances each.
   */
  int services(int size) {
    int count = (size + INSTANCES_PER_SERVICE - 1) / INSTANCES_PER_SERVICE;
    return services == null
        ? Math.max(shard.count(), Math.min(MAX_DEFAULT_SERVICES, count))
        : services;
  }

  /** The number of event loops: one for each two processors. */
  int threads() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
  }

  /**
   * Refuses a part of a fleet, as a search or an experiment tries whole ones.
   *
   * @throws UsageException when the fleet is shared out
   */
  void requireWhole() {
    UsageException.unless(
        shard.count() == 1,
        "--shard",
        "is for runs, and a search or an experiment is for a whole fleet: leave it out");
  }

  /**
   * Lets the fleet grow to the last of several sizes.
   *
   * @throws UsageException when options fix another size, or its services need more instances
   */
  void growIn(List<Stage> stages) {
    UsageException.unless(
        instances == null, "--instances", "is the last of --stages: leave it out");
    UsageException.unless(
        shard.count() == 1, "--shard", "is for a fleet that does not grow: leave out --stages");
    instances = stages.get(stages.size() - 1).instances();
    int smallest = stages.get(0).instances();
    if (services == null && profile == null) {
      services = Math.min(services(instances), smallest);
    }
    int all = population(instances, InstantSource.system()).services();
    UsageException.unless(
        profile().map(TrafficProfile::traffic).map(Traffic::waves).orElse(List.of()).isEmpty(),
        "--stages",
        "is for a fleet without waves, and the profile has some: leave one of them out");
    UsageException.unless(
        all <= smallest,
        "--stages",
        "begins with an instance for each of %d services or more, not with %d"
            .formatted(all, smallest));
  }

  /**
   * Refuses options that a model does not support.
   *
   * @throws UsageException when such an option is given
   */
  void requireForModel() {
    if (shard.count() > 1) {
      throw new UsageException(
          "--shard",
          "shares a fleet out to machines, each of which would model a cluster of its own: leave it"
              + " out");
    }
  }

  /** Reads {@code I/N}, or {@code job/N} in a pod of an indexed Kubernetes Job. */
  static final class ShardConverter implements ITypeConverter<Shard> {

    private static final String OF_JOB = "job/";

    /** The variable that tells a pod its number, from 0. */
    private static final String JOB_INDEX = "JOB_COMPLETION_INDEX";

    private final Map<String, String> environment;

    ShardConverter() {
      this(System.getenv());
    }

    ShardConverter(Map<String, String> environment) {
      this.environment = environment;
    }

    @Override
    public Shard convert(String text) {
      try {
        return Shard.parse(text.startsWith(OF_JOB) ? ofJob(text) : text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }

    private String ofJob(String text) {
      String index = environment.getOrDefault(JOB_INDEX, "");
      if (!index.matches("\\d{1,9}")) {
        throw new TypeConversionException(
            "%s needs %s, from 0, which an indexed Job sets; here it is '%s': give I/N"
                .formatted(text, JOB_INDEX, index));
      }
      return Integer.parseInt(index) + 1 + "/" + text.substring(OF_JOB.length());
    }
  }
}
