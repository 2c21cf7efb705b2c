package dev.nacoscapacity.simulator.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ShareConverterTest {

  private final ShareConverter converter = new ShareConverter();

  @Test
  void shouldReadAShareInPercentOrAsANumber() {
    assertThat(converter.convert("10%")).isEqualTo(0.1);
    assertThat(converter.convert("2.5%")).isEqualTo(0.025);
    assertThat(converter.convert("0.001")).isEqualTo(0.001);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "200%", "-5%", "%", "ten%", ""})
  void shouldRefuseWhatIsNoShare(String text) {
    assertThatThrownBy(() -> converter.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContainingAll("'" + text + "'", "10%");
  }
}
