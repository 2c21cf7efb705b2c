package dev.nacoscapacity.core.cli;

import dev.nacoscapacity.core.text.Language;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PropertyResourceBundle;
import java.util.ResourceBundle;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of all commands: their options under headings and in the order of {@code
 * headings.properties}, their texts in Chinese from {@code help.zh.properties}. Both have a line an
 * option, by its name without dashes; in Chinese a command may have words of its own, as in {@code
 * simulator.plan.target}.
 */
final class HelpTexts {

  private static final String EXIT_CODES = "Exit codes: ";
  private static final String EXAMPLE = "Examples?: ?";

  /** What options are about, in the order of what most people need first. */
  enum Heading {
    LOAD,
    PROTOCOL,
    TARGET,
    AUTH,
    BOUNDS,
    OUTPUT,
    FAULT,
    STEADY_STATE,
    ADVANCED;

    private static Heading of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** By the name of an option, in the order in which options stand under their heading. */
  private final Map<String, Heading> headings = new LinkedHashMap<>();

  HelpTexts() {
    try (BufferedReader lines = new BufferedReader(open("headings.properties"))) {
      lines
          .lines()
          .filter(line -> line.contains("="))
          .map(line -> line.split("="))
          .forEach(pair -> headings.put(pair[0], Heading.of(pair[1])));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts the options of a command's help under headings. */
  void arrange(CommandSpec command) {
    command
        .usageMessage()
        .sectionMap()
        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help, help.commandSpec()));
    command.usageMessage().optionListHeading("").commandListHeading("%nCommands:%n");
  }

  private String options(Help help, CommandSpec command) {
    List<String> order = List.copyOf(headings.keySet());
    Map<Heading, List<OptionSpec>> under =
        command.options().stream()
            .filter(option -> !option.hidden())
            .sorted(Comparator.comparing(option -> order.indexOf(key(option))))
            .collect(
                Collectors.groupingBy(
                    option -> headings.getOrDefault(key(option), Heading.ADVANCED)));
    StringBuilder text = new StringBuilder();
    for (Heading heading : Heading.values()) {
      if (under.containsKey(heading)) {
        Help.Layout layout = help.createDefaultLayout();
        layout.addAllOptions(under.get(heading), help.parameterLabelRenderer());
        text.append(help.createHeading("%n" + title(command, heading) + "%n")).append(layout);
      }
    }
    return text.toString();
  }

  private static String key(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  private static String title(CommandSpec command, Heading heading) {
    String word = heading.word();
    ResourceBundle texts = command.resourceBundle();
    String key = "heading." + word;
    return texts != null && texts.containsKey(key)
        ? texts.getString(key)
        : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1).replace('-', ' ') + ":";
  }

  /** Lets the help of a command and of those below it speak a language. */
  static void speak(CommandLine line, Language language) {
    if (language == Language.CHINESE) {
      translate(line, texts(language));
    }
  }

  private static void translate(CommandLine line, ResourceBundle texts) {
    CommandSpec command = line.getCommandSpec();
    command.resourceBundle(texts);
    String own = "command." + command.name();
    if (texts.containsKey(own)) {
      command.usageMessage().description(texts.getString(own));
    }
    String exitCodes = command.qualifiedName(".") + ".exit";
    List<String> footer = new ArrayList<>();
    for (String text : command.usageMessage().footer()) {
      footer.add(
          text.startsWith(EXIT_CODES) && texts.containsKey(exitCodes)
              ? texts.getString(exitCodes)
              : text.replaceFirst("^" + EXAMPLE, texts.getString("example")));
    }
    command.usageMessage().footer(footer.toArray(String[]::new));
    line.getSubcommands().values().forEach(subcommand -> translate(subcommand, texts));
  }

  private static ResourceBundle texts(Language language) {
    String file = "help." + language + ".properties";
    try (Reader text = open(file)) {
      return new PropertyResourceBundle(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Reader open(String file) {
    return new InputStreamReader(HelpTexts.class.getResourceAsStream(file), StandardCharsets.UTF_8);
  }
}
