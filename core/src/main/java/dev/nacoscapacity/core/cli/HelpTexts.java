package dev.nacoscapacity.core.cli;

import dev.nacoscapacity.core.text.Language;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
 * The help of all commands: their options under headings, as {@code headings.properties} says, and
 * their texts in Chinese, from {@code help.zh.properties}. Both files have a line an option, by its
 * name without dashes; a name behind that of a command, as in {@code chaos.rolling-upgrade.from},
 * is of this command alone.
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
    ADVANCED
  }

  private final ResourceBundle headings = bundle("headings.properties");

  /** Puts the options of a command's help under headings. */
  void arrange(CommandSpec command) {
    command
        .usageMessage()
        .sectionMap()
        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help, help.commandSpec()));
    command.usageMessage().optionListHeading("");
  }

  private String options(Help help, CommandSpec command) {
    Map<Heading, List<OptionSpec>> under =
        command.options().stream()
            .filter(option -> !option.hidden())
            .collect(Collectors.groupingBy(option -> heading(command, option)));
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

  /** The heading of an option; what nobody placed is advanced. */
  private Heading heading(CommandSpec command, OptionSpec option) {
    String name = option.longestName().replaceFirst("^-+", "");
    String own = command.qualifiedName(".") + "." + name;
    String key = headings.containsKey(own) ? own : name;
    return headings.containsKey(key)
        ? Heading.valueOf(headings.getString(key).toUpperCase(Locale.ROOT).replace('-', '_'))
        : Heading.ADVANCED;
  }

  private static String title(CommandSpec command, Heading heading) {
    String word = heading.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    String english = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1) + ":";
    ResourceBundle texts = command.resourceBundle();
    String key = "heading." + word.replace(' ', '-');
    return texts != null && texts.containsKey(key) ? texts.getString(key) : english;
  }

  /** Lets the help of a command and of those below it speak a language. */
  static void speak(CommandLine line, Language language) {
    if (language == Language.CHINESE) {
      translate(line, bundle("help." + language + ".properties"));
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

  private static ResourceBundle bundle(String file) {
    try (Reader text =
        new InputStreamReader(
            HelpTexts.class.getResourceAsStream(file), StandardCharsets.UTF_8)) {
      return new PropertyResourceBundle(text);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is part of this jar", e);
    }
  }
}
