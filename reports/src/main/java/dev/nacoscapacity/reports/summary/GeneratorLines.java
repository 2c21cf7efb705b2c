package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.core.text.NumberText.count;
import static dev.nacoscapacity.core.text.NumberText.decimal;
import static dev.nacoscapacity.core.text.NumberText.megabytes;

import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.text.LineWrap;
import dev.nacoscapacity.core.text.NumberText;
import java.util.ArrayList;
import java.util.List;

/** The generator's part of the summary: its lag, and its use of the machine. */
final class GeneratorLines {

  private static final String LABEL = "Generator:  ";
  private static final String INDENT = " ".repeat(LABEL.length());

  private GeneratorLines() {}

  static List<String> of(Generator generator) {
    List<String> lines = new ArrayList<>(List.of(""));
    if (generator.delays().lagMs() != null) {
      lines.addAll(LineWrap.lines(LABEL, INDENT, lag(generator.delays().lagMs())));
    }
    if (generator.cpu().cpuSeconds() != null) {
      String cpu =
          NumberText.of(
              "%.1f CPU-seconds, %,.0f requests per CPU-second%s",
              generator.cpu().cpuSeconds(), generator.requestsPerCpuSecond(), besides(generator));
      lines.addAll(LineWrap.lines(INDENT, INDENT, cpu));
    }
    if (generator.memory().heapMaxBytes() != null) {
      lines.addAll(LineWrap.lines(INDENT, INDENT, memory(generator)));
    }
    if (generator.connections() != null) {
      lines.addAll(LineWrap.lines(INDENT, INDENT, connections(generator.connections())));
    }
    return lines;
  }

  private static String connections(Generator.Connections connections) {
    String open = NumberText.counted(connections.max(), "connection", "connections");
    if (connections.bound() == null) {
      return "up to %s at once".formatted(open);
    }
    return NumberText.of(
        "up to %s at once; calls may have had %,d (%s), and waited %s ms for that bound" + " (p99)",
        open,
        connections.bound(),
        connections.asked() ? "--connections" : "open files",
        decimal(connections.waitMs()));
  }

  private static String lag(Generator.Lag lag) {
    return NumberText.of(
        "scheduler lag p50 %s, p99 %s, p99.9 %s, max %s ms",
        decimal(lag.p50()), decimal(lag.p99()), decimal(lag.p999()), decimal(lag.max()));
  }

  private static String besides(Generator generator) {
    List<String> parts = new ArrayList<>();
    if (generator.cpu().standInCpuSeconds() != null) {
      parts.add("stand-in " + decimal(generator.cpu().standInCpuSeconds()));
    }
    if (generator.cpu().jitCpuSeconds() != null) {
      parts.add("JIT " + decimal(generator.cpu().jitCpuSeconds()));
    }
    if (generator.cpu().gcCpuSeconds() != null) {
      parts.add("GC " + decimal(generator.cpu().gcCpuSeconds()));
    }
    return parts.isEmpty() ? "" : "; beside it " + String.join(", ", parts) + " CPU-seconds";
  }

  private static String memory(Generator generator) {
    String heap =
        NumberText.of(
            "%,.0f bytes an instance, %sheap up to %s MB%s",
            generator.memory().bytesPerInstance(),
            connection(generator),
            megabytes(generator.memory().heapMaxBytes()),
            resident(generator));
    Generator.GcPause pauses = generator.gcPauseMs();
    return pauses == null
        ? heap
        : heap
            + NumberText.of(
                "; %s GC pauses, %s ms in all, at most %s ms",
                count(pauses.count()), decimal(pauses.total()), decimal(pauses.max()));
  }

  private static String resident(Generator generator) {
    return generator.memory().residentMaxBytes() == null
        ? ""
        : NumberText.of(
            ", resident up to %s MB%s",
            megabytes(generator.memory().residentMaxBytes()),
            generator.processes() == 1
                ? ""
                : NumberText.of(" in %d processes", generator.processes()));
  }

  private static String connection(Generator generator) {
    return generator.memory().connectionBytes() == null
        ? ""
        : NumberText.of(
            "%.1f KB of heap a connection%s, ",
            generator.memory().connectionBytes() / 1e3,
            generator.cpu().standInCpuSeconds() == null || generator.processes() > 1
                ? ""
                : " with the stand-in's end of it");
  }
}
