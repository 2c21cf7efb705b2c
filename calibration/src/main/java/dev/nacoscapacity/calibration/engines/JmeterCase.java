package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.reports.jtl.JtlFile;
import dev.nacoscapacity.reports.jtl.JtlRow;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.text.Message;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Stock JMeter: a thread for each call, which its synchronizing timer lets go together. */
final class JmeterCase extends EngineCase {

  private static final String PLAN = "wave.jmx";

  /** The sampler's name in the plan; those that warm up have another. */
  private static final String CALL = "call";

  /** What the launcher that JMeter ships sets. */
  private static final List<String> JVM =
      List.of("-XX:+UseG1GC", "-XX:MaxGCPauseMillis=100", "-XX:G1ReservePercent=20");

  private final Path home;

  /**
   * @param home of the assembled JMeter
   */
  JmeterCase(EngineSetting setting, Servers servers, Path home) {
    super(setting, servers);
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
    EngineSetting setting = engineSetting();
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
    return directory.resolve(engineSetting().fileName() + ".jtl");
  }

  private Path log(Path directory) {
    return directory.resolve(engineSetting().fileName() + "-own.log");
  }

  @Override
  Optional<String> outOfMemory(PinnedProcess ended, Path directory) throws IOException {
    Optional<String> told = super.outOfMemory(ended, directory);
    if (told.isPresent() || !Files.exists(log(directory))) {
      return told;
    }
    try (Stream<String> lines = Files.lines(log(directory), StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> line.contains(OUT_OF_MEMORY))
          .map(line -> line.substring(line.indexOf(OUT_OF_MEMORY)))
          .findFirst();
    }
  }

  @Override
  Optional<WaveFigures> figures(PinnedProcess ended, Path directory) {
    List<JtlRow> calls = new ArrayList<>();
    try {
      new JtlFile(results(directory))
          .forEach(
              row -> {
                if (row.label().equals(CALL)) {
                  calls.add(row);
                }
              });
    } catch (RecordException e) {
      // It ended before its first sample.
      return Optional.empty();
    }
    return calls.isEmpty() ? Optional.empty() : Optional.of(figures(calls));
  }

  private WaveFigures figures(List<JtlRow> calls) {
    long released = calls.stream().mapToLong(JtlRow::start).min().orElseThrow();
    long last = calls.stream().mapToLong(JtlRow::end).max().orElseThrow();
    List<JtlRow> answered = calls.stream().filter(JtlRow::ok).toList();
    return WaveFigures.of(
        engineSetting().calls(),
        answered.stream().mapToDouble(row -> row.end() - released).toArray(),
        answered.stream().mapToDouble(JtlRow::elapsed).toArray(),
        last - released,
        calls.stream().filter(row -> !row.ok()).map(JtlRow::reason).findFirst().orElse(null));
  }
}
