package dev.nacoscapacity.core.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.verdict.InconclusiveException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckoutTest {

  @Test
  void shouldFailWhenTheBuilderDoesOrIsInterrupted() {
    assertThatCode(() -> Checkout.build("true", List.of("one"))).doesNotThrowAnyException();
    assertThatThrownBy(() -> Checkout.build("false", List.of("one", "other")))
        .isInstanceOf(InconclusiveException.class)
        .hasMessageContaining("one, other");

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> Checkout.build("sleep", List.of("60")))
        .isInstanceOf(InconclusiveException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }
}
