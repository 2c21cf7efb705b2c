package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.cli.DurationConverter;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.yaml.Section;
import dev.nacoscapacity.core.yaml.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads an experiment from a YAML file. Its keys are the options of the commands without their
 * dashes; each error names file, line and column.
 */
public final class ExperimentFile {

  private static final String RECOVERY_TIMEOUT = "recovery-timeout";

  private static final Set<String> TOP =
      Set.of("name", "title", "hypothesis", "method", "heal", RECOVERY_TIMEOUT);

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
    HypothesisOptions options = new HypothesisOptions();
    Set<String> keys = keys(options);
    keys.remove(RECOVERY_TIMEOUT);
    fill(options, steady.only(keys));
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
                Optional.ofNullable(value(heal, AFTER, HealTime.DEFAULT, new HealTime()::convert)),
                top.has(RECOVERY_TIMEOUT)
                    ? duration(top, RECOVERY_TIMEOUT, "")
                    : options.observe()));
  }

  private static ExperimentStep step(Section section) {
    Set<String> known = new HashSet<>(Set.of(FAULT, AFTER));
    for (FaultKind kind : FaultKind.values()) {
      known.addAll(keys(FaultOptions.of(kind)));
    }
    section.only(known);
    FaultKind fault = value(section, FAULT, required(section, FAULT), FaultKind::of);
    FaultOptions options = FaultOptions.of(fault);
    requireNoneOfOthers(section, keys(options));
    fill(options, section);
    Duration after = duration(section, AFTER, "0s");
    return at(section, () -> options.step(after));
  }

  /**
   * Refuses the keys of other faults.
   *
   * @param own keys of the fault
   */
  private static void requireNoneOfOthers(Section section, Set<String> own) {
    for (FaultKind other : FaultKind.values()) {
      for (String key : keys(FaultOptions.of(other))) {
        if (section.has(key) && !own.contains(key)) {
          throw section.fault(
              key, "'%s' belongs to the fault '%s' only".formatted(key, other.word()));
        }
      }
    }
  }

  /** The keys that options have in a file. */
  private static Set<String> keys(Object options) {
    return Conventions.parser(options).getCommandSpec().options().stream()
        .map(option -> key(option.longestName()))
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** Sets options by those of a section's keys that are theirs. */
  private static void fill(Object options, Section section) {
    CommandLine line = Conventions.parser(options);
    line.registerConverter(boolean.class, ExperimentFile::flag);
    List<String> args = new ArrayList<>();
    for (OptionSpec option : line.getCommandSpec().options()) {
      String key = key(option.longestName());
      if (option.required()) {
        required(section, key);
      }
      if (section.has(key)) {
        args.add("--" + key + "=" + section.text(key));
      }
    }
    at(section, () -> line.parseArgs(args.toArray(String[]::new)));
  }

  private static boolean flag(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new TypeConversionException("'" + text + "' is not true or false");
    }
    return text.equals("true");
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
      String key = e.option().map(ExperimentFile::key).orElse("");
      throw section.fault(key, e.getMessage().replaceFirst("^--", ""));
    } catch (ParameterException e) {
      String key = e.getArgSpec() instanceof OptionSpec option ? key(option.longestName()) : "";
      boolean ofValue = e.getCause() instanceof TypeConversionException;
      throw section.fault(key, ofValue ? e.getCause().getMessage() : e.getMessage());
    } catch (IllegalArgumentException e) {
      throw section.fault(e.getMessage());
    }
  }
}
