package dev.nacoscapacity.jmeter.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EnginesTest {

  @Test
  void shouldFindTheEngineOnAnotherMachine() {
    assertThat(new Engines(List.of("127.0.0.1", "192.0.2.7:1100")).elsewhere())
        .contains("192.0.2.7:1100");
    assertThat(new Engines(List.of("127.0.0.1", "127.0.0.1:1100")).elsewhere()).isEmpty();
  }
}
