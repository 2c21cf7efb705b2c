package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.cluster.yaml.Section;
import dev.nacoscapacity.cluster.yaml.YamlException;
import dev.nacoscapacity.simulator.options.DurationConverter;
import dev.nacoscapacity.simulator.options.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.TypeConversionException;

/** Reads an experiment from a YAML file; each error names file, line and column. */
public final class ExperimentFile {

  private static final Set<String> TOP =
      Set.of("name", "title", "hypothesis", "method", "heal", "observe");
  private static final Set<String> HYPOTHESIS =
      Set.of("stretch", "failed", "p99-factor", "p99-slack", "drop-tolerance", "gate");
  private static final Set<String> STEP =
      Set.of(
          "fault",
          "nodes",
          "which",
          "after",
          "latency",
          "jitter",
          "bandwidth",
          "from",
          "to",
          "clients-follow");
  private static final Set<String> HEAL = Set.of("after");

  private ExperimentFile() {}

  /**
   * Reads a file.
   *
   * @throws UsageException when there is no such file, or it is not an experiment
   */
  public static ExperimentSpec read(Path file) {
    try {
      return parse(file.getFileName().toString(), Files.readString(file));
    } catch (NoSuchFileException e) {
      throw new UsageException("there is no file " + file + "; see bin/chaos list");
    } catch (IOException e) {
      throw new UsageException(Section.unreadable(file, e).getMessage());
    }
  }

  /**
   * Reads a text.
   *
   * @param file name for errors
   * @throws UsageException when the text is not an experiment
   */
  public static ExperimentSpec parse(String file, String text) {
    try {
      return experiment(Section.read(file, text).only(TOP));
    } catch (YamlException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private static ExperimentSpec experiment(Section top) {
    String name = required(top, "name");
    Hypothesis hypothesis = hypothesis(top.section("hypothesis").only(HYPOTHESIS));
    List<Step> method = top.sections("method").stream().map(ExperimentFile::step).toList();
    Duration healAfter = healAfter(top.section("heal").only(HEAL));
    Duration observe = duration(top, "observe", ExperimentSpec.DEFAULT_OBSERVE);
    return made(
        top,
        () ->
            new ExperimentSpec(
                name,
                top.has("title") ? top.text("title") : name,
                hypothesis,
                method,
                healAfter,
                observe));
  }

  private static Duration healAfter(Section heal) {
    String after = heal.has("after") ? heal.text("after") : HealTime.DEFAULT;
    return value(heal, "after", after, new HealTime()::convert);
  }

  private static Hypothesis hypothesis(Section section) {
    Hypothesis usual = Hypothesis.DEFAULT;
    Duration stretch = duration(section, "stretch", usual.stretch());
    double failed = number(section, "failed", usual.failedShare());
    double factor = number(section, "p99-factor", usual.p99Factor());
    Duration slack = duration(section, "p99-slack", usual.p99Slack());
    Duration tolerance = duration(section, "drop-tolerance", usual.dropTolerance());
    Duration gate = duration(section, "gate", usual.gate());
    return made(
        section, () -> new Hypothesis(stretch, failed, factor, slack, tolerance, gate, Map.of()));
  }

  private static Step step(Section section) {
    section.only(STEP);
    FaultKind fault = value(section, "fault", required(section, "fault"), FaultKind::of);
    NodeChoice which =
        section.has("which")
            ? value(section, "which", section.text("which"), NodeChoice::parse)
            : NodeChoice.RANDOM;
    int nodes =
        section.has("nodes")
            ? value(section, "nodes", section.text("nodes"), ExperimentFile::whole)
            : Math.max(1, which.names().size());
    Duration after = duration(section, "after", Duration.ZERO);
    return made(
        section,
        () ->
            new Step(
                fault, nodes, which, after, conditions(section, fault), versions(section, fault)));
  }

  private static NetworkConditions conditions(Section section, FaultKind fault) {
    requireOnlyOf(FaultKind.SLOW, section, fault, List.of("latency", "jitter", "bandwidth"));
    return switch (fault) {
      case SLOW ->
          NetworkConditions.slow(
              duration(section, "latency", Duration.ZERO),
              duration(section, "jitter", Duration.ZERO),
              (long) number(section, "bandwidth", 0));
      case BLACKHOLE -> NetworkConditions.BLACKHOLE;
      case RESET -> NetworkConditions.RESET;
      default -> null;
    };
  }

  private static VersionChange versions(Section section, FaultKind fault) {
    requireOnlyOf(FaultKind.UPGRADE, section, fault, List.of("from", "to", "clients-follow"));
    if (fault != FaultKind.UPGRADE) {
      return null;
    }
    boolean follow =
        section.has("clients-follow")
            && value(
                section, "clients-follow", section.text("clients-follow"), ExperimentFile::flag);
    return new VersionChange(version(section, "from"), version(section, "to"), follow);
  }

  private static boolean flag(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("'" + text + "' is not true or false");
    }
    return text.equals("true");
  }

  private static ServerVersion version(Section section, String key) {
    return value(section, key, required(section, key), ServerVersion::of);
  }

  private static void requireOnlyOf(
      FaultKind owner, Section section, FaultKind fault, List<String> settings) {
    for (String setting : settings) {
      if (fault != owner && section.has(setting)) {
        throw section.fault(
            setting, "'%s' belongs to the fault '%s' only".formatted(setting, owner.word()));
      }
    }
  }

  private static String required(Section section, String key) {
    if (!section.has(key)) {
      throw section.fault("'" + key + "' is missing here");
    }
    return section.text(key);
  }

  private static Duration duration(Section section, String key, Duration otherwise) {
    return section.has(key)
        ? value(section, key, section.text(key), new DurationConverter()::convert)
        : otherwise;
  }

  private static double number(Section section, String key, double otherwise) {
    return section.has(key)
        ? value(section, key, section.text(key), ExperimentFile::number)
        : otherwise;
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a number", e);
    }
  }

  private static int whole(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a whole number", e);
    }
  }

  private static <T> T value(Section section, String key, String text, Function<String, T> reader) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException | TypeConversionException e) {
      throw section.fault(key, e.getMessage());
    }
  }

  private interface Made<T> {
    T make();
  }

  private static <T> T made(Section section, Made<T> parts) {
    try {
      return parts.make();
    } catch (IllegalArgumentException e) {
      throw section.fault(e.getMessage());
    }
  }
}
