package dev.nacoscapacity.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.RunFolder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A fleet on the wire, within the JVM of a test; as a project's own test would look. */
@Tag("full")
class CapacityExtensionIT {

  @NacosTarget
  static String registry() {
    return "embedded";
  }

  @Test
  @NacosCapacity(
      instances = 20,
      threshold = "window>=2s,achieved>=0%,beat.p99<=1m,lag.p99<=1m,gcPause<=1m,contention<=100%",
      options = {
        "--warmup=1s",
        "--duration=2s",
        "--beat=1s",
        "--list=1s",
        "--registration-grace=3s"
      })
  void shouldLoadAStandIn(RunFolder run) {
    assertThat(run.run().beatP99Ms()).isPresent();
  }
}
