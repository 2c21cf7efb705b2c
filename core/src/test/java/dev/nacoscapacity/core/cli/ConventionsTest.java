package dev.nacoscapacity.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.verdict.InconclusiveException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
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
        @Option(names = "--version", description = "of the server") String server,
        @Option(names = "--list", converter = Lines.class) String list) {
      return 0;
    }
  }

  private static final class Lines implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      throw new HelpRequest(List.of("one", "two"));
    }
  }

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
  void shouldPrintVersionAndHelpThoughACommandHasItsOwnVersionOption() {
    assertThat(run("fail", "--version")).isZero();
    assertThat(run("wait", "-V", "--version", "1.4.1")).isZero();
    assertThat(out.toString().lines()).hasSize(2).allMatch(line -> line.startsWith("tool 0."));
    assertThat(run("wait", "--help")).isZero();
    assertThat(run("help", "wait")).isZero();
    assertThat(out.toString()).contains("-h, --help", "of the server");
  }

  @Test
  void shouldPrintTheListOfAnOption() {
    assertThat(run("wait", "--list", "help")).isZero();
    assertThat(out.toString().lines()).containsExactly("one", "two");
  }

  private int run(String... args) {
    return Conventions.apply(
            new CommandLine(new Tool()), new PrintStream(out), new PrintStream(err))
        .execute(args);
  }
}
