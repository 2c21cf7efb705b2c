package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class CostFileTest {

  private static final List<String> SHIPPED = CostFile.SHIPPED;
  private static final Pattern TABLE = Pattern.compile("(docs/[\\w-]+\\.md)#([\\w-]+)");

  private static String text(String name) throws IOException {
    try (var bytes = CostFile.class.getResourceAsStream(name + ".yaml")) {
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Costs parse(String text) {
    return CostFile.parse(ModelSource.text("c.yaml", "c.yaml", text, Path.of("")));
  }

  @ParameterizedTest
  @FieldSource("SHIPPED")
  void shouldNameTablesThatThereAreWhenShipped(String name) throws IOException {
    Costs costs = CostFile.read(name, Path.of(""));
    assertThat(name).isEqualTo("nacos-" + costs.version());
    for (Costs.Figure figure : costs.figures().values()) {
      Matcher table = TABLE.matcher(figure.from());
      boolean found = false;
      while (table.find()) {
        String page = Files.readString(Path.of("..").resolve(table.group(1)));
        assertThat(page.lines().filter(line -> line.startsWith("#")).map(CostFileTest::anchor))
            .contains(table.group(2));
        found = true;
      }
      assertThat(
              found
                  || figure.status() == Costs.Status.ASSUMED
                  || figure.from().contains("NACOS.md")
                  || figure.from().contains("issue 7302"))
          .as(figure.from())
          .isTrue();
    }
  }

  private static String anchor(String heading) {
    return heading
        .replaceFirst("#+ ", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\w -]", "")
        .replace(' ', '-');
  }

  @Test
  void shouldScaleToNanosecondsAndBytesWhenAsked() {
    Costs costs = CostFile.read("nacos-2.2.4", Path.of(""));
    assertThat(costs.of(Cost.VERIFY)).isEqualTo(30_000);
    assertThat(costs.of(Cost.HEAP_CONNECTION)).isEqualTo(24 * 1024);
    assertThat(costs.number(Cost.GARBAGE_MOST)).isEqualTo(0.38);
    assertThat(costs.generatorCallsPerCpuSecond()).isEqualTo(12_000);
  }

  @Test
  void shouldRefuseWhenVersionHasNoSuchCost() {
    Costs costs = CostFile.read("nacos-1.4.1", Path.of(""));
    assertThatThrownBy(() -> costs.of(Cost.GRPC_CALL)).hasMessage("1.4.1 has no grpc-call");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {ms: 22                      | {ms: -1     | 'ms' is a number from 0 to 3600000, not '-1'
          {ms: 22                      | {kb: 1      | unknown key 'kb'; known here: from, ms, status
          {ms: 0.45, status: derived   | {ms: 1, status: known | 'status' is one of measured, derived, assumed, not 'known'
          {ms: 0.45, status: derived   | {ms: 1     | 'status' is missing here: one of measured, derived, assumed
          {times: 200                 | {times: 0.5 | 'times' is a number from 1 to 1000000000, not '0.5'
          {share: 0.38                 | {share: 1   | 'share' is a number from 0 to 0.99, not '1'
          \\  listen:                   | \\  lissen:  | unknown key 'lissen'
          version: 1.4.1               | version: 2.2.4 | 'grpc-call' is missing here
          generatorCallsPerCpuSecond: 12000 | generatorCallsPerCpuSecond: 0 | 'generatorCallsPerCpuSecond' is a number from 1 to 10000000, not '0'
          costs:                       | cost:      | unknown key 'cost'; known here: costs, reference, version
          """)
  void shouldSayWhatIsWrongWhenFigureIsImpossible(String right, String wrong, String line)
      throws IOException {
    String text = text("nacos-1.4.1");
    String from = right.replace("\\", "");
    assertThat(text).contains(from);
    String changed = text.replaceFirst(Pattern.quote(from), wrong.replace("\\", ""));
    assertThatThrownBy(() -> parse(changed))
        .hasMessageMatching("c\\.yaml:\\d+:\\d+: .*")
        .hasMessageContaining(line);
  }
}
