package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.ChoiceConverter;
import dev.nacoscapacity.core.cli.DurationConverter;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Wave;
import dev.nacoscapacity.core.yaml.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the waves of a traffic profile. */
final class WaveReader {

  private static final String AT = "at";
  private static final String KIND = "kind";
  private static final String CLASSES = "classes";
  private static final String SHARE = "share";
  private static final String PER_MINUTE = "per-minute";
  private static final String ABSENT = "absent";
  private static final String TO = "to";
  private static final Set<String> WAVE = Set.of(AT, KIND, CLASSES, SHARE, PER_MINUTE, ABSENT, TO);

  private static final int MAX_WAVES = 100;
  private static final int MAX_PER_MINUTE = 1_000_000;

  private WaveReader() {}

  /**
   * Reads waves.
   *
   * @param classes the profile's classes of services
   */
  static List<Wave> read(List<Section> sections, List<ServiceClass> classes) {
    List<Wave> waves = new ArrayList<>();
    Map<String, Double> shares = new HashMap<>();
    for (Section section : sections) {
      Wave wave = wave(section.only(WAVE), classes);
      if (waves.size() == MAX_WAVES) {
        throw section.fault("a profile has %d waves at most".formatted(MAX_WAVES));
      }
      if (!waves.isEmpty() && wave.atSeconds() < waves.get(waves.size() - 1).atSeconds()) {
        throw section.fault(
            AT, "waves stand in the order of their time, and the one before begins later");
      }
      if (wave.to() != null) {
        scale(section, wave, classes, shares);
      }
      waves.add(wave);
    }
    return waves;
  }

  private static Wave wave(Section of, List<ServiceClass> classes) {
    if (!of.has(AT) || !of.has(KIND)) {
      throw of.fault(
          "a wave says when it begins and what it is, as in 'at: 20s' and 'kind: deploy'");
    }
    Wave.Kind kind = ProfileReader.read(of, KIND, new ChoiceConverter<>(Wave.Kind.class)::convert);
    boolean leaves = kind == Wave.Kind.DEPLOY || kind == Wave.Kind.CRASH;
    boolean scales = kind == Wave.Kind.SCALE;
    require(of, ABSENT, leaves, "how long an instance is away, as in 'absent: 30s'");
    require(
        of, TO, scales, "the share of the instances that is there from then on, as in 'to: 0.5'");
    if (kind == Wave.Kind.DEPLOY) {
      require(
          of, PER_MINUTE, true, "how many instances begin it each minute, as in 'per-minute: 600'");
    }
    if (scales && of.has(SHARE)) {
      throw of.fault(SHARE, "a scale has none: 'to' is the share that is there from then on");
    }
    return new Wave(
        time(of, AT),
        kind,
        classes(of, classes),
        share(of),
        ProfileReader.number(of, PER_MINUTE, 1, MAX_PER_MINUTE, null),
        leaves ? Double.valueOf(time(of, ABSENT)) : null,
        ProfileReader.number(of, TO, 0, 1, null));
  }

  /** Requires a key if {@code required}, and refuses it otherwise. */
  private static void require(Section of, String key, boolean required, String what) {
    String kind = of.text(KIND);
    if (required && !of.has(key)) {
      throw of.fault("a %s needs '%s': %s".formatted(kind, key, what));
    }
    if (!required && of.has(key)) {
      throw of.fault(key, "a %s has no '%s': leave it out".formatted(kind, key));
    }
  }

  private static double time(Section of, String key) {
    Duration time = ProfileReader.read(of, key, new DurationConverter()::convert);
    return time.toMillis() / 1e3;
  }

  private static double share(Section of) {
    double share = ProfileReader.number(of, SHARE, 0, 1, 1.0);
    if (share == 0) {
      throw of.fault(SHARE, "is above 0: a wave of no instance is none");
    }
    return share;
  }

  private static List<String> classes(Section of, List<ServiceClass> classes) {
    List<String> names = classes.stream().map(ServiceClass::name).toList();
    List<String> named = of.list(CLASSES);
    for (String name : named) {
      if (!names.contains(name)) {
        throw of.fault(
            CLASSES,
            "'%s' is no class of this profile; its classes: %s"
                .formatted(name, String.join(", ", names)));
      }
    }
    if (of.has(CLASSES) && named.isEmpty()) {
      throw of.fault(CLASSES, "names one class or more; without it a wave concerns all");
    }
    return named;
  }

  /** Updates the shares of the classes that a wave scales; refuses a wave that changes none. */
  private static void scale(
      Section of, Wave wave, List<ServiceClass> classes, Map<String, Double> shares) {
    boolean changes = false;
    for (ServiceClass each : classes) {
      if (wave.concerns(each)) {
        Double before = shares.put(each.name(), wave.to());
        changes |= !wave.to().equals(before == null ? Double.valueOf(1) : before);
      }
    }
    if (!changes) {
      throw of.fault(TO, "that share is there already");
    }
  }
}
