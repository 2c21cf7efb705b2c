package dev.nacoscapacity.calibration.load;

import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.ResultLine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** The fleet's own driver. */
public final class FleetLoad implements LoadGenerator {

  /** As it stands in a table. */
  public static final String LABEL = "fleet";

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Duration silence;

  /** Ends when nothing is answered for 10 s. */
  public FleetLoad() {
    this(Duration.ofSeconds(10));
  }

  /**
   * @param silence it ends when nothing is answered for so long: some clients would wait for ever
   *     where fewer connections are allowed than there are clients
   */
  public FleetLoad(Duration silence) {
    this.silence = silence;
  }

  @Override
  public String label() {
    return LABEL;
  }

  @Override
  public LoadFigures run(Load load, int port, String cores, Path directory)
      throws IOException, InterruptedException {
    try (PinnedProcess process =
        PinnedProcess.start(
            "load",
            cores,
            directory,
            Jvm.own("-XX:+UseSerialGC", "-Xmx256m")
                .command(
                    FleetLoadMain.class,
                    Integer.toString(port),
                    Integer.toString(load.clients()),
                    Integer.toString(load.requests()),
                    Long.toString(load.warmUp().toMillis()),
                    Long.toString(silence.toSeconds())))) {
      process.say(load.token() == null ? "" : load.token());
      return ResultLine.await(process, LoadFigures.class, PATIENCE);
    }
  }
}
