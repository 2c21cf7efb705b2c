package dev.nacoscapacity.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.text.LineWrap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The help of all programs: headings, Chinese, defaults and width. */
class HelpTextsTest {

  /** Headings, and words that all commands share. */
  private static final Set<String> GENERAL =
      Set.of(
          "usage.synopsisHeading",
          "usage.commandListHeading",
          "example",
          "command.help",
          "command.generate-completion",
          "helpCommand.command",
          "helpCommand.help");

  @Test
  void shouldHaveAHeadingForEveryOptionAndNoOther() throws IOException {
    Set<String> keys = keys("headings.properties");
    Set<String> used = new TreeSet<>();
    for (CommandSpec command : Tools.commands()) {
      for (OptionSpec option : command.options()) {
        used.add(key(keys, command, name(option)));
      }
    }

    assertThat(keys).isEqualTo(used);
  }

  @Test
  void shouldHaveAChineseTextForEveryOptionAndCommandAndNoOther() throws IOException {
    Set<String> keys = keys("help.zh.properties");
    Set<String> used = new TreeSet<>(GENERAL);
    keys.stream().filter(key -> key.startsWith("heading.")).forEach(used::add);
    for (CommandSpec command : Tools.commands()) {
      if (keys.contains("command." + command.name())) {
        continue;
      }
      used.add(key(keys, command, "usage.description"));
      command.options().forEach(option -> used.add(key(keys, command, name(option))));
      command
          .positionalParameters()
          .forEach(
              argument ->
                  used.add(
                      key(
                          keys,
                          command,
                          "%s[%s]".formatted(argument.paramLabel(), argument.index()))));
      if (String.join("\n", command.usageMessage().footer()).contains("Exit codes: ")) {
        used.add(command.qualifiedName(".") + ".exit");
      }
    }

    assertThat(keys).isEqualTo(used);
  }

  @Test
  void shouldTellTheDefaultOfEveryOptionThatHasOne() {
    for (CommandSpec command : Tools.commands()) {
      for (OptionSpec option : command.options()) {
        if (option.defaultValue() != null && option.arity().max() > 0) {
          assertThat(String.join(" ", option.description()))
              .as(command.qualifiedName() + " " + option.longestName())
              .contains("default");
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void shouldFitATerminalAndSpeakOneLanguage(String language) {
    for (BiFunction<PrintStream, PrintStream, CommandLine> tool : Tools.ALL) {
      for (CommandSpec command :
          Tools.commands(tool.apply(Tools.NOWHERE, Tools.NOWHERE)).toList()) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> args = new ArrayList<>(List.of(command.qualifiedName().split(" ")));
        args.remove(0);
        args.addAll(List.of("--help", "--lang", language));
        int exitCode =
            tool.apply(new PrintStream(out), Tools.NOWHERE).execute(args.toArray(String[]::new));

        String help = out.toString(UTF_8);
        assertThat(exitCode).as(command.qualifiedName()).isZero();
        assertThat(help.lines())
            .as(command.qualifiedName())
            .allSatisfy(line -> assertThat(LineWrap.width(line)).isLessThanOrEqualTo(100));
        if (language.equals("en")) {
          assertThat(help).doesNotContainPattern("\\p{IsHan}").contains("Output:");
        } else {
          assertThat(help)
              .contains("用法：", "输出：")
              .doesNotContain("Usage", "Commands:", "Exit codes", "Example")
              .doesNotContainPattern("[a-z]+ [a-z]+ [a-z]+ [a-z]+ [a-z]+");
        }
      }
    }
  }

  private static String name(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  /** The key for a command's own word if there is one, else for that of all commands. */
  private static String key(Set<String> keys, CommandSpec command, String word) {
    String own = command.qualifiedName(".") + "." + word;
    return keys.contains(own) ? own : word.startsWith("usage.") ? own : word;
  }

  /** The keys of a file, each of which stands there once; the lines of a text count as one. */
  private static Set<String> keys(String file) throws IOException {
    try (InputStream in = Conventions.class.getResourceAsStream(file)) {
      List<String> keys =
          new String(in.readAllBytes(), UTF_8)
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .map(line -> line.substring(0, line.indexOf('=')))
              .toList();
      assertThat(keys).doesNotHaveDuplicates();
      return keys.stream()
          .map(key -> key.replaceFirst("\\.\\d$", ""))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
