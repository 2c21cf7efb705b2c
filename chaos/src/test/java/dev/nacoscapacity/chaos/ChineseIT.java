package dev.nacoscapacity.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.chaos.cli.ChaosMain;
import dev.nacoscapacity.reports.cli.ReportMain;
import dev.nacoscapacity.simulator.cli.SimulatorMain;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import picocli.CommandLine;

/** What commands print for people in Chinese, from their first line to their last. */
@Execution(ExecutionMode.CONCURRENT)
class ChineseIT {

  /** Command lines, options, paths, metrics and settings, which have no other words. */
  private static final Pattern CODE = Pattern.compile("\\S*[-/=_.]\\S+");

  private static final Pattern NAMES =
      Pattern.compile("\\b(?:nacos|http|grpc|raft leader|p\\d+|ms|min|CPU|GC|JIT|heap|Nacos)\\b");

  private static final Pattern ENGLISH =
      Pattern.compile("[A-Za-z]{2,}(?:[ ,:;(\"]+[A-Za-z]{2,}){2}");

  @TempDir private Path folder;

  @Test
  void shouldPrintNoEnglishSentenceWhenTheLanguageIsChinese() {
    String run = folder.resolve("run").toString();
    String trial = folder.resolve("trial").toString();
    List<String> printed = new ArrayList<>();
    printed.addAll(
        lines(
            SimulatorMain::commandLine,
            "--stages=60:20s,120:20s --threshold=window>=20s --target=model:five-small --out="
                + run));
    printed.addAll(
        lines(
            SimulatorMain::commandLine,
            "capacity --target=model:five-small --from=30 --to=31 --out="
                + folder.resolve("search")));
    printed.addAll(lines(SimulatorMain::commandLine, "doctor --instances=9000000"));
    printed.addAll(
        lines(
            SimulatorMain::commandLine,
            "--instances=2000 --target=192.0.2.1:8848,192.0.2.2:8848 --dry-run"));
    printed.addAll(
        lines(
            ChaosMain::commandLine,
            "kill-node --target=model:five-small --instances=60 --out=" + trial));
    printed.addAll(lines(ReportMain::commandLine, "summary " + run));
    printed.addAll(lines(ReportMain::commandLine, "compare " + run + " " + trial));

    assertThat(printed)
        .hasSizeGreaterThan(100)
        .filteredOn(
            line ->
                ENGLISH
                    .matcher(NAMES.matcher(CODE.matcher(line).replaceAll("§")).replaceAll("§"))
                    .find())
        .isEmpty();
  }

  private static List<String> lines(
      BiFunction<PrintStream, PrintStream, CommandLine> program, String arguments) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(printed, true, UTF_8);
    List<String> args = new ArrayList<>(Arrays.asList(arguments.split(" ")));
    args.add("--lang=zh");
    program.apply(both, both).execute(args.toArray(String[]::new));
    List<String> lines = printed.toString(UTF_8).lines().toList();
    assertThat(lines).as(arguments).isNotEmpty();
    return lines;
  }
}
