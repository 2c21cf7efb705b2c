package dev.nacoscapacity.core.cli;

import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.yaml.Section;
import dev.nacoscapacity.core.yaml.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Where the options of a command come from: the command line, else an environment variable ({@code
 * NACOS_CAPACITY_BEAT} for {@code --beat}), else the file of {@code --config}, whose keys are the
 * options without their dashes. The language is the locale's if none of them names one.
 *
 * @param arguments all of them as a command line
 * @param names of the variable, or of the file, for each option that is not of the command line
 */
record OptionSources(List<String> arguments, Map<String, String> names) {

  static final String CONFIG = "--config";

  private static final String PREFIX = "NACOS_CAPACITY_";
  private static final String DASHES = "--";

  /**
   * Adds what the environment and the file say of options that the command line leaves out.
   *
   * @throws UsageException when the file cannot be read, or says what is no option
   */
  static OptionSources of(
      CommandLine line, List<String> commandLine, Map<String, String> environment) {
    CommandLine command = line;
    int depth = 0;
    while (depth < commandLine.size()
        && command.getSubcommands().containsKey(commandLine.get(depth))) {
      command = command.getSubcommands().get(commandLine.get(depth));
      depth++;
    }
    List<String> own = commandLine.subList(depth, commandLine.size());
    Map<String, List<String>> values = new LinkedHashMap<>();
    Map<String, String> names = new LinkedHashMap<>();
    List<OptionSpec> open = open(command.getCommandSpec(), own);
    for (OptionSpec option : open) {
      String variable = variable(option);
      if (environment.containsKey(variable)) {
        values.put(option.longestName(), List.of(environment.get(variable)));
        names.put(option.longestName(), variable);
      }
    }
    Optional<Path> file = file(own).or(() -> first(values, CONFIG)).map(Path::of);
    if (file.isPresent() && command.getCommandSpec().findOption(CONFIG) != null) {
      Section section = read(file.get(), command.getCommandSpec());
      for (OptionSpec option : open) {
        String key = key(option);
        if (section.has(key) && !values.containsKey(option.longestName())) {
          values.put(option.longestName(), section.values(key));
          names.put(option.longestName(), file.get().toString());
        }
      }
    }
    Language language = Language.ofLocale(environment);
    if (language != Language.ENGLISH && open.stream().anyMatch(OptionSources::isLanguage)) {
      values.putIfAbsent(LanguageOption.NAME, List.of(language.toString()));
    }
    List<String> all = new ArrayList<>(commandLine.subList(0, depth));
    for (OptionSpec option : open) {
      values
          .getOrDefault(option.longestName(), List.of())
          .forEach(value -> all.addAll(argument(option, value, names)));
    }
    all.addAll(own);
    return new OptionSources(all, names);
  }

  /** The options that the command line leaves out; where it asks for help only the language. */
  private static List<OptionSpec> open(CommandSpec command, List<String> words) {
    Set<OptionSpec> given = new HashSet<>();
    for (String word : words) {
      Optional.ofNullable(command.findOption(word.split("=", 2)[0])).ifPresent(given::add);
    }
    boolean helps = given.stream().anyMatch(option -> option.usageHelp() || option.versionHelp());
    return command.options().stream()
        .filter(option -> option.longestName().startsWith(DASHES))
        .filter(option -> !option.usageHelp() && !option.versionHelp())
        .filter(option -> !given.contains(option))
        .filter(option -> !helps || isLanguage(option))
        .toList();
  }

  private static boolean isLanguage(OptionSpec option) {
    return option.longestName().equals(LanguageOption.NAME);
  }

  private static String key(OptionSpec option) {
    return option.longestName().substring(DASHES.length());
  }

  private static String variable(OptionSpec option) {
    return PREFIX + key(option).toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private static Optional<String> first(Map<String, List<String>> values, String option) {
    return values.getOrDefault(option, List.of()).stream().findFirst();
  }

  /** The file that the command line names. */
  private static Optional<String> file(List<String> words) {
    for (int index = 0; index < words.size(); index++) {
      String word = words.get(index);
      if (word.startsWith(CONFIG + "=")) {
        return Optional.of(word.substring(CONFIG.length() + 1));
      }
      if (word.equals(CONFIG) && index + 1 < words.size()) {
        return Optional.of(words.get(index + 1));
      }
    }
    return Optional.empty();
  }

  private static Section read(Path file, CommandSpec command) {
    Set<String> keys =
        command.options().stream()
            .filter(option -> !option.usageHelp() && !option.versionHelp())
            .map(OptionSources::key)
            .filter(key -> !CONFIG.equals(DASHES + key))
            .collect(Collectors.toSet());
    try {
      return Section.read(file.toString(), Files.readString(file)).only(keys);
    } catch (IOException e) {
      throw new UsageException(CONFIG, Section.unreadable(file, e));
    } catch (YamlException e) {
      throw new UsageException(CONFIG, e);
    }
  }

  private static List<String> argument(OptionSpec option, String value, Map<String, String> names) {
    String name = option.longestName();
    if (option.arity().max() > 0) {
      return List.of(name + "=" + value);
    }
    if (!value.equals("true") && !value.equals("false")) {
      throw new UsageException(
          "%s: %s is true or false, not '%s'".formatted(names.get(name), name, value));
    }
    return value.equals("true") ? List.of(name) : List.of();
  }

  /** The text of a fault in an option, with where its value comes from. */
  String blamed(Optional<String> option, String fault) {
    return option.map(names::get).map(name -> name + ": " + fault).orElse(fault);
  }
}
