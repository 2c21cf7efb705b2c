package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.ChoiceConverter;
import dev.nacoscapacity.core.cli.DurationConverter;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Configurations;
import dev.nacoscapacity.core.workload.Protocol;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.SlowClients;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.yaml.Section;
import dev.nacoscapacity.core.yaml.YamlException;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import dev.nacoscapacity.simulator.workload.ServiceSizes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads a traffic profile: {@code services} is a list of classes of services, each with its {@code
 * name}, the number and sizes of its services, and other properties; {@code configurations}
 * describes the publishes of configurations that the fleet listens for; {@code waves} describes
 * changes of the fleet within the measurement window; {@code threshold} has bounds of the verdict.
 */
final class ProfileReader {

  private static final String SERVICES = "services";
  private static final String PROTOCOL = "protocol";
  private static final String MODEL = "client-model";
  private static final String CONFIGURATIONS = "configurations";
  private static final String SLOW = "slow-clients";
  private static final String WAVES = "waves";
  private static final Set<String> PROFILE =
      Set.of(PROTOCOL, MODEL, SERVICES, CONFIGURATIONS, SLOW, WAVES, ThresholdOptions.KEY);

  private static final String SHARE = "share";
  private static final String DELAY = "delay";

  private static final String PUBLISH = "publish-per-minute";
  private static final String BYTES = "bytes";

  private static final String NAME = "name";
  private static final String COUNT = "count";
  private static final String INSTANCES = "instances";
  private static final String TOTAL = "total";
  private static final String TAIL = "tail";
  private static final String SIZES = "sizes";
  private static final String SUBSCRIBES = "subscribes";
  private static final String POPULARITY = "popularity";
  private static final String METADATA = "metadata-bytes";
  private static final String CONFIGS = "configs";
  private static final String BEAT = "beat";
  private static final String LIST = "list";
  private static final Set<String> CLASS =
      Set.of(
          NAME,
          COUNT,
          INSTANCES,
          TOTAL,
          TAIL,
          SIZES,
          SUBSCRIBES,
          POPULARITY,
          METADATA,
          CONFIGS,
          BEAT,
          LIST);

  private static final int MAX_CLASSES = 100;
  private static final int MAX_SUBSCRIPTIONS = 1000;
  private static final int MAX_CONFIGS = 1000;

  /** Metadata is part of a URL, which servers limit to 8 KB. */
  private static final int MAX_METADATA = 4000;

  private static final double MAX_TAIL = 10;
  private static final double MAX_PUBLISHES = 600_000;

  /** A configuration is written at once. */
  private static final int MAX_BYTES = 100_000;

  private static final int DEFAULT_BYTES = 2000;

  private ProfileReader() {}

  /**
   * Reads a profile.
   *
   * @param name of the profile
   * @param file name of the file in error messages
   * @throws YamlException when the text is not a valid profile
   */
  static TrafficProfile read(String name, String file, String text) {
    Section profile = Section.read(file, text).only(PROFILE);
    List<Section> sections = profile.sections(SERVICES);
    if (sections.isEmpty() || sections.size() > MAX_CLASSES) {
      throw profile.fault(
          SERVICES,
          "a profile has 1 to %d classes of services, as in 'services: [{name: all, count: 40, instances: 10}]'"
              .formatted(MAX_CLASSES));
    }
    List<ServiceClass> classes = new ArrayList<>();
    Set<String> names = new HashSet<>();
    long instances = 0;
    for (Section section : sections) {
      ServiceClass next = serviceClass(section.only(CLASS));
      if (!names.add(next.name())) {
        throw section.fault(NAME, "another class is called '%s', too".formatted(next.name()));
      }
      instances += next.instances();
      if (instances > Fleet.MAX_INSTANCES) {
        throw section.fault(
            "up to here the profile has %,d instances, and a fleet has %,d at most"
                .formatted(instances, Fleet.MAX_INSTANCES));
      }
      classes.add(next);
    }
    return new TrafficProfile(
        new Traffic(
            name,
            classes,
            configurations(profile),
            slowClients(profile),
            WaveReader.read(profile.sections(WAVES), classes)),
        Optional.ofNullable(read(profile, PROTOCOL, Protocol::parse)),
        Optional.ofNullable(
            read(profile, MODEL, new ChoiceConverter<>(ClientModel.class)::convert)),
        ThresholdOptions.read(profile));
  }

  /** Returns null if the profile has none. */
  private static Configurations configurations(Section profile) {
    if (!profile.has(CONFIGURATIONS)) {
      return null;
    }
    Section yaml = profile.section(CONFIGURATIONS).only(Set.of(PUBLISH, BYTES));
    return new Configurations(
        number(yaml, PUBLISH, 0, MAX_PUBLISHES, 0.0),
        integer(yaml, BYTES, ConfigContent.SHORTEST, MAX_BYTES, DEFAULT_BYTES));
  }

  /** Returns null if the profile has none. */
  private static SlowClients slowClients(Section profile) {
    if (!profile.has(SLOW)) {
      return null;
    }
    Section yaml = profile.section(SLOW).only(Set.of(SHARE, DELAY));
    if (!yaml.has(SHARE) || !yaml.has(DELAY)) {
      throw profile.fault(
          SLOW, "are a share of all and what they are late by, as in '{share: 0.01, delay: 2s}'");
    }
    return new SlowClients(number(yaml, SHARE, 0, 1, null), seconds(yaml, DELAY));
  }

  private static ServiceClass serviceClass(Section yaml) {
    if (!yaml.has(NAME) || !yaml.text(NAME).matches("[a-z0-9-]{1,40}")) {
      throw yaml.fault(NAME, "a class has a name of a-z, 0-9 and -, as in 'name: sidecars'");
    }
    Double subscribes = number(yaml, SUBSCRIBES, 0, MAX_SUBSCRIPTIONS, null);
    int metadata = integer(yaml, METADATA, 0, MAX_METADATA, 0);
    if (metadata > 0 && metadata < Metadata.SHORTEST) {
      throw yaml.fault(METADATA, "is 0, or %d or more".formatted(Metadata.SHORTEST));
    }
    return new ServiceClass(
        yaml.text(NAME),
        new TreeMap<>(sizes(yaml)),
        subscribes,
        number(yaml, POPULARITY, 0, 1e9, 0.0),
        metadata,
        integer(yaml, CONFIGS, 1, MAX_CONFIGS, 1),
        seconds(yaml, BEAT),
        seconds(yaml, LIST));
  }

  /** Returns the number of services by number of instances. */
  private static Map<Integer, Integer> sizes(Section yaml) {
    if (yaml.has(SIZES)) {
      if (yaml.has(COUNT) || yaml.has(INSTANCES) || yaml.has(TOTAL) || yaml.has(TAIL)) {
        throw yaml.fault(SIZES, "says all about sizes: leave count, instances, total and tail out");
      }
      return histogram(yaml.section(SIZES));
    }
    if (!yaml.has(COUNT) || yaml.has(INSTANCES) == yaml.has(TOTAL)) {
      throw yaml.fault(
          "a class has a 'count' of services with 'instances' each, or with 'total' instances and a"
              + " 'tail'; or its 'sizes', as in 'sizes: {2: 30, 10: 5}' for 30 services of 2"
              + " instances and 5 of 10");
    }
    int count = integer(yaml, COUNT, 1, Fleet.MAX_INSTANCES, null);
    if (yaml.has(INSTANCES)) {
      if (yaml.has(TAIL)) {
        throw yaml.fault(TAIL, "needs 'total': services with 'instances' each are all alike");
      }
      int each = integer(yaml, INSTANCES, 1, Fleet.MAX_INSTANCES / count, null);
      return Map.of(each, count);
    }
    int total = integer(yaml, TOTAL, count, Fleet.MAX_INSTANCES, null);
    return ServiceSizes.heavyTailed(count, total, number(yaml, TAIL, 0, MAX_TAIL, 0.0));
  }

  private static Map<Integer, Integer> histogram(Section sizes) {
    Map<Integer, Integer> histogram = new TreeMap<>();
    for (String size : sizes.keys()) {
      if (!size.matches("[1-9]\\d{0,8}")) {
        throw sizes.fault(
            size, "a size is a number of instances above 0, not '%s'".formatted(size));
      }
      int instances = Integer.parseInt(size);
      histogram.put(
          instances, integer(sizes, size, 1, Math.max(1, Fleet.MAX_INSTANCES / instances), null));
    }
    if (histogram.isEmpty()) {
      throw sizes.fault("'sizes' says how many services have so many instances, as in {2: 30}");
    }
    return histogram;
  }

  private static Double seconds(Section yaml, String key) {
    Duration period = read(yaml, key, new DurationConverter()::convert);
    if (period != null && period.isZero()) {
      throw yaml.fault(key, "is above 0");
    }
    return period == null ? null : period.toMillis() / 1e3;
  }

  private static int integer(Section yaml, String key, int min, int max, Integer defaultValue) {
    if (!yaml.has(key) && defaultValue != null) {
      return defaultValue;
    }
    String text = yaml.text(key);
    if (!text.matches("\\d{1,9}") || isOutside(Integer.parseInt(text), min, max)) {
      throw yaml.fault(key, "is %,d to %,d, not '%s'".formatted(min, max, text));
    }
    return Integer.parseInt(text);
  }

  static Double number(Section yaml, String key, double min, double max, Double defaultValue) {
    if (!yaml.has(key)) {
      return defaultValue;
    }
    String text = yaml.text(key);
    if (!text.matches("\\d{1,9}(\\.\\d{1,9})?") || isOutside(Double.parseDouble(text), min, max)) {
      throw yaml.fault(key, "is %,.0f to %,.0f, not '%s'".formatted(min, max, text));
    }
    return Double.parseDouble(text);
  }

  private static boolean isOutside(double value, double min, double max) {
    return value < min || value > max;
  }

  interface Parser<T> {
    T parse(String text) throws Exception;
  }

  /** Returns null when the key is absent. */
  static <T> T read(Section section, String key, Parser<T> parser) {
    if (!section.has(key)) {
      return null;
    }
    try {
      return parser.parse(section.text(key));
    } catch (YamlException e) {
      throw e;
    } catch (Exception e) {
      throw section.fault(key, e.getMessage());
    }
  }
}
