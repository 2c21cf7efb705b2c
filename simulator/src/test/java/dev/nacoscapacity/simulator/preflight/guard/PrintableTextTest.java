package dev.nacoscapacity.simulator.preflight.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTextTest {

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "orders,orders",
        "订单 服务,订单 服务",
        "a\u001b[2Jb,a\\u001b[2Jb",
        "a\u202eb,a\\u202eb",
        "a\u2028b,a\\u2028b",
        "a\u009bb,a\\u009bb",
      })
  void shouldEscapeControlAndBidirectionalCharacters(String text, String printable) {
    assertThat(PrintableText.of(text)).isEqualTo(printable);
  }

  @Test
  void shouldCutLongTextsAndEscapeLineBreaks() {
    assertThat(PrintableText.of("x".repeat(500))).hasSize(121).endsWith("x…");
    assertThat(PrintableText.of("a\r\nb")).isEqualTo("a\\u000d\\u000ab");
  }
}
