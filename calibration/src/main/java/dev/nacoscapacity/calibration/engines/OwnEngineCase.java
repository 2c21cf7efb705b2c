package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Requests;
import dev.nacoscapacity.reports.calibration.Round;
import dev.nacoscapacity.reports.calibration.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An engine of this project's, in {@link EngineMain}. */
final class OwnEngineCase extends EngineCase {

  private final Optional<Path> java;
  private final Text noJava;

  /**
   * @param java to run it with; empty when none here can
   * @param noJava what to say when none can
   */
  OwnEngineCase(EngineSetting setting, Optional<Path> java, Text noJava) {
    super(setting);
    this.java = java;
    this.noJava = noJava;
  }

  @Override
  public Optional<Text> missing() {
    return java.isPresent() ? Optional.empty() : Optional.of(noJava);
  }

  @Override
  List<String> command(int port, Path directory) {
    return Jvm.serial(java.orElseThrow(), "-Xmx" + setting.heapMb() + "m")
        .command(
            EngineMain.class,
            setting.engine().name(),
            Integer.toString(port),
            Integer.toString(setting.calls()),
            Long.toString(waveTimeout().toSeconds()));
  }

  @Override
  Optional<Round> wave(PinnedProcess ended, Path directory) throws IOException {
    return Requests.firstAnswer(ended, Round.class);
  }
}
