package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.ResultLine;
import dev.nacoscapacity.reports.text.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An engine of this project's, in {@link EngineMain}. */
final class OwnEngineCase extends EngineCase {

  private final Optional<Path> java;
  private final Message without;

  /**
   * @param java to run it with; empty when none here can
   * @param without what to say when none can
   */
  OwnEngineCase(EngineSetting setting, Servers servers, Optional<Path> java, Message without) {
    super(setting, servers);
    this.java = java;
    this.without = without;
  }

  @Override
  public Optional<Message> missing() {
    return java.isPresent() ? Optional.empty() : Optional.of(without);
  }

  @Override
  List<String> command(int port, Path directory) {
    EngineSetting setting = engineSetting();
    return new Jvm(java.orElseThrow(), List.of("-XX:+UseSerialGC", "-Xmx" + setting.heapMb() + "m"))
        .command(
            EngineMain.class,
            setting.engine().name(),
            Integer.toString(port),
            Integer.toString(setting.calls()),
            Long.toString(wavePatience().toSeconds()));
  }

  @Override
  Optional<WaveFigures> figures(PinnedProcess ended, Path directory) throws IOException {
    return ResultLine.of(ended, WaveFigures.class);
  }
}
