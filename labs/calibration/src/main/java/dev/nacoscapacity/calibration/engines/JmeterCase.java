package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.reports.jtl.JtlFile;
import dev.nacoscapacity.reports.jtl.JtlRow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Stock JMeter: a thread for each call; a synchronizing timer releases all calls together. */
final class JmeterCase extends EngineCase {

  private static final String PLAN = "wave.jmx";

  /** The name of the measured sampler in the plan; warm-up samplers have another one. */
  private static final String CALL = "call";

  /** The JVM options of JMeter's own launcher. */
  private static final List<String> JVM =
      List.of("-XX:+UseG1GC", "-XX:MaxGCPauseMillis=100", "-XX:G1ReservePercent=20");

  private final Path home;

  /**
   * @param home of the assembled JMeter
   */
  JmeterCase(EngineSetting setting, Path home) {
    super(setting);
    this.home = home;
  }

  @Override
  public Optional<Message> missing() {
    return Files.exists(jar())
        ? Optional.empty()
        : Optional.of(Message.of("calibration.jmeterMissing"));
  }

  private Path jar() {
    return home.resolve("bin/ApacheJMeter.jar");
  }

  @Override
  List<String> command(int port, Path directory) throws IOException {
    Path plan = directory.resolve(PLAN);
    try (InputStream in = JmeterCase.class.getResourceAsStream(PLAN)) {
      Files.copy(in, plan, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.deleteIfExists(results(directory));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + setting.heapMb() + "m");
    command.addAll(JVM);
    command.addAll(List.of("-jar", jar().toString(), "-n", "-t", plan.toString()));
    command.addAll(List.of("-l", results(directory).toString()));
    command.addAll(List.of("-j", log(directory).toString()));
    command.add("-Jsampleresult.timestamp.start=true");
    command.addAll(List.of("-Jport=" + port, "-Jcalls=" + setting.calls()));
    return command;
  }

  private Path results(Path directory) {
    return directory.resolve(setting.fileName() + ".jtl");
  }

  private Path log(Path directory) {
    return directory.resolve(setting.fileName() + "-own.log");
  }

  @Override
  List<String> output(PinnedProcess ended, Path directory) throws IOException {
    List<String> lines = new ArrayList<>(ended.output());
    if (Files.exists(log(directory))) {
      lines.addAll(Files.readAllLines(log(directory), StandardCharsets.ISO_8859_1));
    }
    return lines;
  }

  @Override
  Optional<Round> wave(PinnedProcess ended, Path directory) {
    List<JtlRow> rows = new ArrayList<>();
    try {
      new JtlFile(results(directory)).forEach(rows::add);
    } catch (RecordException e) {
      // JMeter ended before its first sample.
      return Optional.empty();
    }
    List<JtlRow> calls = rows.stream().filter(row -> row.label().equals(CALL)).toList();
    return calls.isEmpty() ? Optional.empty() : Optional.of(round(calls));
  }

  private Round round(List<JtlRow> calls) {
    long released = calls.stream().mapToLong(JtlRow::start).min().orElseThrow();
    long last = calls.stream().mapToLong(JtlRow::end).max().orElseThrow();
    List<JtlRow> answered = calls.stream().filter(JtlRow::ok).toList();
    return Wave.round(
        setting.calls(),
        answered.stream().mapToDouble(row -> row.end() - released).toArray(),
        answered.stream().mapToDouble(JtlRow::elapsed).toArray(),
        last - released,
        calls.stream().filter(row -> !row.ok()).map(JtlRow::reason).findFirst().orElse(null));
  }
}
