package dev.nacoscapacity.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.verdict.InconclusiveException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

class ConventionsTest {

  @Command(name = "tool")
  private static final class Tool {

    @Command(name = "fail")
    int fail(@Option(names = "--with") String kind) {
      throw switch (kind) {
        case "usage" -> new UsageException("--with", "is anything\n  else");
        case "inconclusive" -> new InconclusiveException("nothing is there");
        default -> new IllegalStateException("no such state");
      };
    }

    @Command(name = "wait")
    int await(
        @Option(names = "--time") Duration time,
        @Option(names = "--unit") TimeUnit unit,
        @Option(names = "--list", converter = Lines.class) String list) {
      return 0;
    }

    @Command(name = "load")
    int load(
        @Option(names = "--call-timeout") Duration timeout,
        @Option(names = "--auth") boolean auth,
        @Option(names = "--note") List<String> notes,
        @Option(names = "--config") String config) {
      loaded = "%s %s %s".formatted(timeout.toMillis(), auth, notes);
      return 0;
    }

    private String loaded;
  }

  private static final class Lines implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      throw new HelpRequest(List.of("one", "two"));
    }
  }

  @TempDir private Path folder;

  private final Tool tool = new Tool();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldExitWithTheCodeOfWhatWentWrong() {
    assertThat(run("fail", "--with", "usage")).isEqualTo(64);
    assertThat(run("fail", "--with", "inconclusive")).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly("--with is anything else", "nothing is there");
    err.reset();

    assertThat(run("fail", "--with", "a bug")).isEqualTo(70);
    assertThat(err.toString())
        .startsWith("internal error, please report it with what follows:")
        .contains("IllegalStateException: no such state");
  }

  @Test
  void shouldSuggestACorrectionInOneLine() {
    assertThat(run()).isEqualTo(64);
    assertThat(run("wait", "--time", "5")).isEqualTo(64);
    assertThat(run("wait", "--unit", "weeks")).isEqualTo(64);
    assertThat(run("-V", "wait")).isZero();
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("a command is missing: ", "see bin/tool --help"),
            line -> assertThat(line).contains("like 90s", "see bin/tool wait --help"),
            line -> assertThat(line).contains("'weeks' is not nanoseconds or microseconds or"));
  }

  @Test
  void shouldPrintVersionAndHelp() {
    assertThat(run("fail", "--version")).isZero();
    assertThat(run("wait", "-V")).isZero();
    assertThat(out.toString().lines()).hasSize(2).allMatch(line -> line.startsWith("tool 0."));
    assertThat(run("wait", "--help")).isZero();
    assertThat(run("help", "wait")).isZero();
    assertThat(out.toString()).contains("-h, --help", "--unit");
  }

  @Test
  void shouldPrintTheListOfAnOption() {
    assertThat(run("wait", "--list", "help")).isZero();
    assertThat(out.toString().lines()).containsExactly("one", "two");
  }

  @Test
  void shouldTakeAnOptionFromTheCommandLineElseTheEnvironmentElseTheFile() throws IOException {
    Path file =
        Files.writeString(folder.resolve("a.yaml"), "call-timeout: 3s\nauth: true\nnote: [a, b]\n");
    String config = "--config=" + file;

    assertThat(run(Map.of(), "load", config)).isZero();
    assertThat(tool.loaded).isEqualTo("3000 true [a, b]");

    Map<String, String> environment =
        Map.of(
            "NACOS_CAPACITY_CALL_TIMEOUT", "2s",
            "NACOS_CAPACITY_AUTH", "false",
            "NACOS_CAPACITY_CONFIG", file.toString());
    assertThat(run(environment, "load")).isZero();
    assertThat(tool.loaded).isEqualTo("2000 false [a, b]");

    assertThat(run(environment, "load", "--call-timeout", "1s", "--note=c")).isZero();
    assertThat(tool.loaded).isEqualTo("1000 false [c]");
    assertThat(run(Map.of("NACOS_CAPACITY_AUTH", "yes"), "load", "--help")).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldNameTheSourceOfAWrongValue() throws IOException {
    Path wrong = Files.writeString(folder.resolve("wrong.yaml"), "call-timeout: soon\n");
    Path unknown = Files.writeString(folder.resolve("unknown.yaml"), "auth: true\n  \nnotes: a\n");

    assertThat(run(Map.of("NACOS_CAPACITY_CALL_TIMEOUT", "2"), "load")).isEqualTo(64);
    assertThat(run(Map.of("NACOS_CAPACITY_AUTH", "yes"), "load")).isEqualTo(64);
    assertThat(run(Map.of(), "load", "--config", wrong.toString())).isEqualTo(64);
    assertThat(run(Map.of(), "load", "--config", unknown.toString())).isEqualTo(64);
    assertThat(run(Map.of(), "load", "--config", "none.yaml")).isEqualTo(64);
    assertThat(run(Map.of("NACOS_CAPACITY_WITH", "usage"), "fail")).isEqualTo(64);

    assertThat(err.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("NACOS_CAPACITY_CALL_TIMEOUT: "),
            line ->
                assertThat(line)
                    .isEqualTo("NACOS_CAPACITY_AUTH: --auth is true or false, not 'yes'"),
            line -> assertThat(line).startsWith(wrong + ": ").contains("'soon'"),
            line -> assertThat(line).contains(unknown + ":3:1: unknown key 'notes'; known here: "),
            line -> assertThat(line).contains("cannot read none.yaml"),
            line -> assertThat(line).isEqualTo("NACOS_CAPACITY_WITH: --with is anything else"));
  }

  @Test
  void shouldShowOptionsUnderHeadingsInOrder() {
    assertThat(help(Map.of(), "load", "--help"))
        .containsSubsequence(
            "%nProtocol:%n", "--call-timeout", "%nAuth:%n", "--auth", "%nOutput:%n", "--lang")
        .containsSubsequence("--lang", "--help", "%nAdvanced:%n", "--note", "--config");
  }

  @Test
  void shouldHelpInTheLanguageOfTheOptionElseOfTheVariableElseOfTheLocale() {
    Map<String, String> chinese = Map.of("LANG", "zh_CN.UTF-8");

    assertThat(help(Map.of(), "load", "--help")).contains("Usage: ").doesNotContain("用法");
    assertThat(help(chinese, "load", "--help")).contains("用法：", "%n输出：%n", "帮助");
    assertThat(help(chinese, "load", "--help", "--lang=en")).contains("Usage: ");
    assertThat(help(chinese, "help", "load")).contains("用法：");
    assertThat(help(Map.of(), "load", "--help", "--lang", "zh")).contains("用法：");
    assertThat(help(Map.of("NACOS_CAPACITY_LANG", "zh"), "load", "--help")).contains("用法：");
    assertThat(help(Map.of("NACOS_CAPACITY_LANG", "en", "LANG", "zh"), "load", "--help"))
        .contains("Usage: ");
    assertThat(run("load", "--lang", "fr")).isEqualTo(64);
    assertThat(err.toString()).contains("'fr' is not en or zh");
  }

  private String help(Map<String, String> environment, String... args) {
    out.reset();
    assertThat(run(environment, args)).isZero();
    return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "%n");
  }

  private int run(String... args) {
    return run(Map.of(), args);
  }

  private int run(Map<String, String> environment, String... args) {
    return Conventions.execute(
        Conventions.apply(new CommandLine(tool), new PrintStream(out), new PrintStream(err)),
        List.of(args),
        environment);
  }
}
