package dev.nacoscapacity.jmeter.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WireSamplerTest {

  @Test
  void shouldSayWhatIsMissingWhenACallComesBeforeTheLogin() throws InterruptedException {
    assertThat(WireSampler.call("beat", 0)).isEqualTo("not logged in: look at the sample login");
  }
}
