package dev.nacoscapacity.calibration.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.calibration.harness.Case;
import dev.nacoscapacity.calibration.harness.SharedPeers;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each stack echoes: more than its receive buffer holds, and messages in two writes. */
@Tag("full")
class PayloadIT {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "netty|50 KB|event loop|fixed 2 KB|no delay",
        "netty|5 KB|pool|adaptive|nagle, two writes",
        "mina|50 KB|event loop|fixed 2 KB|no delay",
        "mina|5 KB|pool|adaptive|nagle, two writes"
      })
  void shouldEcho(String setting) throws Exception {
    Case echo =
        new PayloadPart(true)
            .cases().stream().filter(each -> each.setting().equals(setting)).findFirst().get();
    try (SharedPeers peers = new SharedPeers(directory)) {
      Round round = echo.measurement().take(peers);

      double rate = round.figures().get("rate");
      int kib = Integer.parseInt(setting.replaceAll(".*\\|(\\d+) KB.*", "$1"));
      assertThat(rate).isPositive();
      assertThat(round.figures()).containsEntry("megabytes", rate * kib * 1024 / 1e6);
      assertThat(round.figures().get("cpuEach")).isPositive();
    }
  }
}
