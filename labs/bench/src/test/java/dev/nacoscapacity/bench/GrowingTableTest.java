package dev.nacoscapacity.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class GrowingTableTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void shouldPrintEachRowWhenItIsMeasured() {
    GrowingTable table = new GrowingTable(new PrintStream(printed), "Held", "heap", "users");
    assertThat(printed.toString().lines())
        .containsExactly("", "### Held", "", "| heap | users |", "| --- | --- |");

    table.row("128m", "4,000");
    assertThat(printed.toString().lines()).hasSize(6).last().isEqualTo("| 128m | 4,000 |");

    table.row("1g", "19,000");
    assertThat(printed.toString().lines()).hasSize(7).last().isEqualTo("| 1g | 19,000 |");
  }
}
