package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.yaml.Section;
import dev.nacoscapacity.cluster.yaml.YamlException;
import dev.nacoscapacity.reports.record.Configurations;
import dev.nacoscapacity.reports.record.ServiceClass;
import dev.nacoscapacity.reports.record.SlowClients;
import dev.nacoscapacity.reports.record.Traffic;
import dev.nacoscapacity.simulator.run.ClientModel;
import dev.nacoscapacity.simulator.run.Protocol;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import dev.nacoscapacity.simulator.workload.Sizes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads a traffic profile: under {@code services} a list of classes, each with its {@code name},
 * how many services it has and how large they are, and what is special about them; under {@code
 * configurations} what becomes of those that the fleet listens for; under {@code waves} what the
 * fleet does within the measurement window.
 */
final class ProfileReader {

  private static final String SERVICES = "services";
  private static final String PROTOCOL = "protocol";
  private static final String MODEL = "client-model";
  private static final String CONFIGURATIONS = "configurations";
  private static final String SLOW = "slow-clients";
  private static final String WAVES = "waves";
  private static final Set<String> PROFILE =
      Set.of(PROTOCOL, MODEL, SERVICES, CONFIGURATIONS, SLOW, WAVES);

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

  private static final int MOST_CLASSES = 100;
  private static final int MOST_SUBSCRIPTIONS = 1000;
  private static final int MOST_CONFIGS = 1000;

  /** It is part of a URL, which servers take to 8 KB. */
  private static final int MOST_METADATA = 4000;

  private static final double STEEPEST = 10;
  private static final double MOST_PUBLISHED = 600_000;

  /** It is written in one go. */
  private static final int MOST_BYTES = 100_000;

  private static final int USUAL_BYTES = 2000;

  private ProfileReader() {}

  /**
   * Reads a profile.
   *
   * @param name of the profile
   * @param file how complaints call the file
   * @throws YamlException when the text is no profile, or asks for something impossible
   */
  static TrafficProfile read(String name, String file, String text) {
    Section profile = Section.read(file, text).only(PROFILE);
    List<Section> sections = profile.sections(SERVICES);
    if (sections.isEmpty() || sections.size() > MOST_CLASSES) {
      throw profile.fault(
          SERVICES,
          "a profile has 1 to %d classes of services, as in 'services: [{name: all, count: 40, instances: 10}]'"
              .formatted(MOST_CLASSES));
    }
    List<ServiceClass> classes = new ArrayList<>();
    Set<String> names = new HashSet<>();
    long instances = 0;
    for (Section section : sections) {
      ServiceClass of = serviceClass(section.only(CLASS));
      if (!names.add(of.name())) {
        throw section.fault(NAME, "another class is called '%s', too".formatted(of.name()));
      }
      instances += of.instances();
      if (instances > Fleet.MAX_INSTANCES) {
        throw section.fault(
            "up to here the profile has %,d instances, and a fleet has %,d at most"
                .formatted(instances, Fleet.MAX_INSTANCES));
      }
      classes.add(of);
    }
    return new TrafficProfile(
        new Traffic(
            name,
            classes,
            configurations(profile),
            slowClients(profile),
            WaveReader.read(profile.sections(WAVES), classes)),
        read(profile, PROTOCOL, Protocol::parse),
        read(profile, MODEL, new ChoiceConverter<>(ClientModel.class)::convert));
  }

  /** Null where they do not exist. */
  private static Configurations configurations(Section profile) {
    if (!profile.has(CONFIGURATIONS)) {
      return null;
    }
    Section of = profile.section(CONFIGURATIONS).only(Set.of(PUBLISH, BYTES));
    return new Configurations(
        number(of, PUBLISH, 0, MOST_PUBLISHED, 0.0),
        whole(of, BYTES, ConfigContent.SHORTEST, MOST_BYTES, USUAL_BYTES));
  }

  /** Null for none. */
  private static SlowClients slowClients(Section profile) {
    if (!profile.has(SLOW)) {
      return null;
    }
    Section of = profile.section(SLOW).only(Set.of(SHARE, DELAY));
    if (!of.has(SHARE) || !of.has(DELAY)) {
      throw profile.fault(
          SLOW, "are a share of all and what they are late by, as in '{share: 0.01, delay: 2s}'");
    }
    return new SlowClients(number(of, SHARE, 0, 1, null), seconds(of, DELAY));
  }

  private static ServiceClass serviceClass(Section of) {
    if (!of.has(NAME) || !of.text(NAME).matches("[a-z0-9-]{1,40}")) {
      throw of.fault(NAME, "a class has a name of a-z, 0-9 and -, as in 'name: sidecars'");
    }
    Double subscribes = number(of, SUBSCRIBES, 0, MOST_SUBSCRIPTIONS, null);
    int metadata = whole(of, METADATA, 0, MOST_METADATA, 0);
    if (metadata > 0 && metadata < Metadata.SHORTEST) {
      throw of.fault(METADATA, "is 0, or %d or more".formatted(Metadata.SHORTEST));
    }
    return new ServiceClass(
        of.text(NAME),
        new TreeMap<>(sizes(of)),
        subscribes,
        number(of, POPULARITY, 0, 1e9, 0.0),
        metadata,
        whole(of, CONFIGS, 1, MOST_CONFIGS, 1),
        seconds(of, BEAT),
        seconds(of, LIST));
  }

  /** How many services have so many instances. */
  private static Map<Integer, Integer> sizes(Section of) {
    if (of.has(SIZES)) {
      if (of.has(COUNT) || of.has(INSTANCES) || of.has(TOTAL) || of.has(TAIL)) {
        throw of.fault(SIZES, "says all about sizes: leave count, instances, total and tail out");
      }
      return histogram(of.section(SIZES));
    }
    if (!of.has(COUNT) || of.has(INSTANCES) == of.has(TOTAL)) {
      throw of.fault(
          "a class has a 'count' of services with 'instances' each, or with 'total' instances and a"
              + " 'tail'; or its 'sizes', as in 'sizes: {2: 30, 10: 5}' for 30 services of 2 instances"
              + " and 5 of 10");
    }
    int count = whole(of, COUNT, 1, Fleet.MAX_INSTANCES, null);
    if (of.has(INSTANCES)) {
      if (of.has(TAIL)) {
        throw of.fault(TAIL, "needs 'total': services with 'instances' each are all alike");
      }
      int each = whole(of, INSTANCES, 1, Fleet.MAX_INSTANCES / count, null);
      return Map.of(each, count);
    }
    int total = whole(of, TOTAL, count, Fleet.MAX_INSTANCES, null);
    return Sizes.heavyTailed(count, total, number(of, TAIL, 0, STEEPEST, 0.0));
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
          instances, whole(sizes, size, 1, Math.max(1, Fleet.MAX_INSTANCES / instances), null));
    }
    if (histogram.isEmpty()) {
      throw sizes.fault("'sizes' says how many services have so many instances, as in {2: 30}");
    }
    return histogram;
  }

  private static Double seconds(Section of, String key) {
    Duration period = read(of, key, new DurationConverter()::convert);
    if (period != null && period.isZero()) {
      throw of.fault(key, "is above 0");
    }
    return period == null ? null : period.toMillis() / 1e3;
  }

  private static int whole(Section of, String key, int least, int most, Integer usual) {
    if (!of.has(key) && usual != null) {
      return usual;
    }
    String text = of.text(key);
    if (!text.matches("\\d{1,9}") || isOutside(Integer.parseInt(text), least, most)) {
      throw of.fault(key, "is %,d to %,d, not '%s'".formatted(least, most, text));
    }
    return Integer.parseInt(text);
  }

  static Double number(Section of, String key, double least, double most, Double usual) {
    if (!of.has(key)) {
      return usual;
    }
    String text = of.text(key);
    if (!text.matches("\\d{1,9}(\\.\\d{1,9})?")
        || isOutside(Double.parseDouble(text), least, most)) {
      throw of.fault(key, "is %,.0f to %,.0f, not '%s'".formatted(least, most, text));
    }
    return Double.parseDouble(text);
  }

  private static boolean isOutside(double value, double least, double most) {
    return value < least || value > most;
  }

  interface Parser<T> {
    T parse(String text) throws Exception;
  }

  /** Null when the key is absent. */
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
