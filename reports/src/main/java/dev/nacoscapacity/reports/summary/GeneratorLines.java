package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.core.text.Arguments.with;
import static dev.nacoscapacity.core.text.NumberText.count;
import static dev.nacoscapacity.core.text.NumberText.decimal;
import static dev.nacoscapacity.core.text.NumberText.megabytes;

import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The generator's part of the summary: its lag, and its use of the machine. */
final class GeneratorLines {

  private GeneratorLines() {}

  /** The sentences, each for lines of its own. */
  static List<String> of(Generator generator, Language language) {
    List<String> sentences = new ArrayList<>();
    if (generator.delays().lagMs() != null) {
      sentences.add(language.say("generator.lag", lag(generator.delays().lagMs())));
    }
    if (generator.cpu().cpuSeconds() != null) {
      sentences.add(
          language.say(
              "generator.cpu",
              with("seconds", generator.cpu().cpuSeconds())
                  .and("requests", generator.requestsPerCpuSecond())
                  .and("besides", besides(generator, language))));
    }
    if (generator.memory().heapMaxBytes() != null) {
      sentences.add(language.say("generator.memory", memory(generator)));
    }
    if (generator.connections() != null) {
      sentences.add(language.say("generator.connections", connections(generator.connections())));
    }
    return sentences;
  }

  private static Arguments connections(Generator.Connections connections) {
    return with("open", connections.max())
        .and("bound", connections.bound())
        .and("limit", connections.asked() ? "option" : "files")
        .and("wait", decimal(connections.waitMs()));
  }

  private static Arguments lag(Generator.Lag lag) {
    return with("p50", decimal(lag.p50()))
        .and("p99", decimal(lag.p99()))
        .and("p999", decimal(lag.p999()))
        .and("max", decimal(lag.max()));
  }

  private static Optional<String> besides(Generator generator, Language language) {
    List<String> parts = new ArrayList<>();
    if (generator.cpu().standInCpuSeconds() != null) {
      String seconds = decimal(generator.cpu().standInCpuSeconds());
      parts.add(language.say("generator.standIn", with("seconds", seconds)));
    }
    if (generator.cpu().jitCpuSeconds() != null) {
      parts.add("JIT " + decimal(generator.cpu().jitCpuSeconds()));
    }
    if (generator.cpu().gcCpuSeconds() != null) {
      parts.add("GC " + decimal(generator.cpu().gcCpuSeconds()));
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts));
  }

  private static Arguments memory(Generator generator) {
    Generator.GcPause pauses = generator.gcPauseMs();
    boolean bothEnds = generator.cpu().standInCpuSeconds() != null && generator.processes() == 1;
    Arguments arguments =
        with("bytes", generator.memory().bytesPerInstance())
            .and("connection", kilobytes(generator.memory().connectionBytes()))
            .and("end", bothEnds ? "standIn" : null)
            .and("heap", megabytes(generator.memory().heapMaxBytes()))
            .and(
                "resident",
                Optional.ofNullable(generator.memory().residentMaxBytes())
                    .map(bytes -> megabytes(bytes)))
            .and("processes", generator.processes() == 1 ? null : generator.processes());
    return pauses == null
        ? arguments
        : arguments
            .and("pauses", count(pauses.count()))
            .and("total", decimal(pauses.total()))
            .and("max", decimal(pauses.max()));
  }

  private static Optional<Double> kilobytes(Number bytes) {
    return Optional.ofNullable(bytes).map(known -> known.doubleValue() / 1e3);
  }
}
