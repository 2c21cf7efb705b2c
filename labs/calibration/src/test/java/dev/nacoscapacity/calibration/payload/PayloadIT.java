package dev.nacoscapacity.calibration.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.calibration.payload.EchoSetting.Stack;
import dev.nacoscapacity.calibration.payload.EchoSetting.Writes;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each stack echoes, whole messages and messages in two writes. */
@Tag("full")
class PayloadIT {

  private static final EchoCase.Timing SHORT = new EchoCase.Timing(100, 1_000, 2_000);

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void shouldEchoWithABufferSmallerThanAMessage(Stack stack) throws Exception {
    try (SharedServers servers = new SharedServers(directory)) {
      EchoSetting fixed = new EchoSetting(stack, false, false, Writes.NO_DELAY);
      Round whole = new EchoCase(fixed, 50, SHORT).measure(servers);
      EchoSetting twice = new EchoSetting(stack, true, true, Writes.NAGLE_TWICE);
      Round pieces = new EchoCase(twice, 5, SHORT).measure(servers);

      assertThat(whole.figures().get(PayloadPart.RATE)).isPositive();
      assertThat(whole.figures().get(PayloadPart.MEGABYTES))
          .isEqualTo(whole.figures().get(PayloadPart.RATE) * 50 * 1024 / 1e6);
      assertThat(pieces.figures().get(PayloadPart.RATE)).isPositive();
    }
  }
}
