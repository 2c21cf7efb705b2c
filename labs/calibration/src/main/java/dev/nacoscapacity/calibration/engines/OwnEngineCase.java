package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Requests;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An engine that runs in {@link EngineMain}. */
final class OwnEngineCase extends EngineCase {

  private final Optional<Path> java;

  /**
   * @param java to run the engine with; empty when no installed JDK can
   */
  OwnEngineCase(EngineSetting setting, Optional<Path> java) {
    super(setting);
    this.java = java;
  }

  @Override
  public Optional<Message> missing() {
    return java.isPresent()
        ? Optional.empty()
        : Optional.of(Message.of("calibration.noVirtualThreads"));
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
