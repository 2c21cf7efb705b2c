package dev.nacoscapacity.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.simulator.cli.SimulatorMain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The pages of docs/reference say what the program says of itself. */
class ReferenceTest {

  private static final Path PAGES = Path.of("..", "docs", "reference");

  /** Commands that picocli brings. */
  private static final List<String> PICOCLIS = List.of("help", "generate-completion");

  /** Commands that are named beside an option. */
  private static final int FEW = 3;

  @Test
  void shouldListEveryCommandAndEveryOption() throws IOException {
    List<CommandSpec> commands =
        Tools.commands().stream().filter(command -> !PICOCLIS.contains(command.name())).toList();
    Map<List<String>, List<String>> options = new TreeMap<>(Comparator.comparing(List::toString));
    StringBuilder page =
        new StringBuilder(
            head("Commands", "Every command and every option; `--help` shows those of a command."));
    page.append("| command | |\n|---|---|\n");
    for (CommandSpec command : commands) {
      page.append(
          row("`bin/" + command.qualifiedName() + "`", command.usageMessage().description()));
      for (OptionSpec option : command.options()) {
        String name = "`" + String.join(", ", option.names()) + "`" + value(option);
        options
            .computeIfAbsent(List.of(name, text(option.description())), key -> new ArrayList<>())
            .add(command.qualifiedName());
      }
    }
    Map<List<String>, String> groups = new LinkedHashMap<>();
    options.values().stream()
        .filter(of -> of.size() > FEW)
        .forEach(of -> groups.computeIfAbsent(of, key -> "all of " + (char) ('A' + groups.size())));
    page.append("\n| commands that share options | |\n|---|---|\n");
    groups.forEach(
        (of, name) -> page.append(row(name.replace("all of ", ""), String.join(", ", of))));
    page.append("\n| option | of | |\n|---|---|---|\n");
    options.forEach(
        (option, of) ->
            page.append(
                "| %s | %s | %s |\n"
                    .formatted(
                        option.get(0),
                        groups.getOrDefault(of, String.join(", ", of)),
                        option.get(1))));

    assertPage("commands.md", page.toString());
  }

  private static String row(String name, String... text) {
    return "| %s | %s |\n".formatted(name, text(text));
  }

  private static String value(OptionSpec option) {
    String label = option.paramLabel().replace("|", "\\|");
    return option.arity().max() == 0
        ? ""
        : option.arity().min() == 0 ? " [" + label + "]" : " " + label;
  }

  /** The lines of a description as a cell. */
  private static String text(String... lines) {
    return String.join(" ", lines)
        .replaceAll("%n", " ")
        .replaceAll("\\s+", " ")
        .replace("%%", "%")
        .replaceAll("([|<*])", "\\\\$1")
        .strip();
  }

  @Test
  void shouldListEveryThreshold() throws IOException {
    BiFunction<PrintStream, PrintStream, CommandLine> tool = SimulatorMain::commandLine;
    CommandSpec simulator = tool.apply(Tools.NOWHERE, Tools.NOWHERE).getCommandSpec();

    assertPage(
        "thresholds.md",
        head("Thresholds", "The figures that `--threshold` can bound.")
            + "```\n%s```\n".formatted(output(tool, simulator, "--threshold", "help")));
  }

  @Test
  void shouldDescribeEveryFieldOfARun() throws IOException {
    assertPage(
        "run-json.md",
        head(
                "run.json",
                "Every field of a run's record. What is unknown is absent, never 0. Names end in their"
                    + " unit; shares are 0 to 1.")
            + new RecordReference(Path.of("..", "core", "src", "main", "java"))
                .sections(RunRecord.class));
  }

  /** Leaves the new page in place of the old one, to be read and committed. */
  private static void assertPage(String name, String expected) throws IOException {
    Path page = PAGES.resolve(name);
    String before = Files.exists(page) ? Files.readString(page) : "";
    if (!before.equals(expected)) {
      Files.createDirectories(PAGES);
      Files.writeString(page, expected);
    }
    assertThat(before).as("%s, which is now as expected", page).isEqualTo(expected);
  }

  private static String head(String title, String text) {
    return "# %s\n\n%s Made from the code by `ReferenceTest`; in English only.\n\n"
        .formatted(title, text);
  }

  private static String output(
      BiFunction<PrintStream, PrintStream, CommandLine> tool, CommandSpec command, String... args) {
    List<String> words = new ArrayList<>(List.of(command.qualifiedName().split(" ")));
    words.remove(0);
    words.addAll(List.of(args));
    words.addAll(List.of("--lang", "en"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int exitCode =
        tool.apply(new PrintStream(out, true, UTF_8), Tools.NOWHERE)
            .execute(words.toArray(String[]::new));
    assertThat(exitCode).as("%s", words).isZero();
    return out.toString(UTF_8);
  }
}
