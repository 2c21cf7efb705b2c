package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.cluster.yaml.Section;
import dev.nacoscapacity.cluster.yaml.YamlException;
import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.cli.DurationConverter;
import dev.nacoscapacity.core.cli.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads an experiment from a YAML file. Its keys are the options of the commands without their
 * dashes; each error names file, line and column.
 */
public final class ExperimentFile {

  private static final Set<String> TOP =
      Set.of("name", "title", "hypothesis", "method", "heal", "observe");

  private static final String FAULT = "fault";
  private static final String AFTER = "after";

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
    Section steady = top.section("hypothesis");
    HypothesisOptions options = filled(new HypothesisOptions(), steady, Set.of());
    Section heal = top.section("heal").only(Set.of(AFTER));
    return at(
        top,
        () ->
            new ExperimentSpec(
                name,
                top.has("title") ? top.text("title") : name,
                at(steady, options::hypothesis),
                options.gate(),
                top.sections("method").stream().map(ExperimentFile::step).toList(),
                value(heal, AFTER, HealTime.DEFAULT, new HealTime()::convert),
                top.has("observe") ? duration(top, "observe", "") : options.observe()));
  }

  private static ExperimentStep step(Section section) {
    FaultKind fault = value(section, FAULT, "kill", FaultKind::of);
    FaultOptions options = filled(FaultOptions.of(fault), section, Set.of(FAULT, AFTER));
    // After the other keys, one of which may be this one misspelt.
    required(section, FAULT);
    Duration after = duration(section, AFTER, "0s");
    return at(section, () -> options.step(after));
  }

  /**
   * Sets options by a section's keys.
   *
   * @param others keys of the section that are no options
   */
  private static <T> T filled(T options, Section section, Set<String> others) {
    CommandLine line = Conventions.parser(options);
    Set<String> keys = new HashSet<>(others);
    line.getCommandSpec().options().forEach(option -> keys.add(key(option.longestName())));
    section.only(keys);
    List<String> given = section.keys().stream().filter(key -> !others.contains(key)).toList();
    return at(
        section,
        () -> {
          line.parseArgs(
              given.stream()
                  .map(key -> "--" + key + "=" + section.text(key))
                  .toArray(String[]::new));
          return options;
        });
  }

  private static String key(String option) {
    return option.substring("--".length());
  }

  private static String required(Section section, String key) {
    if (!section.has(key)) {
      throw section.fault("'" + key + "' is missing here");
    }
    return section.text(key);
  }

  private static Duration duration(Section section, String key, String otherwise) {
    return value(section, key, otherwise, new DurationConverter()::convert);
  }

  private static <T> T value(
      Section section, String key, String otherwise, Function<String, T> reader) {
    try {
      return reader.apply(section.has(key) ? section.text(key) : otherwise);
    } catch (IllegalArgumentException | TypeConversionException e) {
      throw section.fault(key, e.getMessage());
    }
  }

  /** Names the place of an option in a section, or that of the section, where it is wrong. */
  private static <T> T at(Section section, Supplier<T> parts) {
    try {
      return parts.get();
    } catch (UsageException e) {
      throw section.fault(e.option().map(ExperimentFile::key).orElse(""), e.getMessage());
    } catch (ParameterException e) {
      String key = e.getArgSpec() instanceof OptionSpec option ? key(option.longestName()) : "";
      throw section.fault(key, e.getMessage());
    } catch (IllegalArgumentException e) {
      throw section.fault(e.getMessage());
    }
  }
}
