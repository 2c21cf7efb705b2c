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
    Matcher table = TABLE.matcher(text(name));
    while (table.find()) {
      String page = Files.readString(Path.of("..").resolve(table.group(1)));
      assertThat(page.lines().filter(line -> line.startsWith("#")).map(CostFileTest::anchor))
          .contains(table.group(2));
    }
    assertThat(text(name).lines().filter(line -> line.startsWith("  ")))
        .allMatch(line -> line.contains("status: ") && line.contains("from: "));
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
          login: {ms: 100              | login: {ms: -1 | 'ms' is a number from 0 to 3600000, not '-1'
          login: {ms: 100              | login: {kb: 1  | 'ms' is missing here: a number from 0 to 3600000
          {times: 200                 | {times: 0.5 | 'times' is a number from 1 to 1000000000, not '0.5'
          {share: 0.38                 | {share: 1   | 'share' is a number from 0 to 0.99, not '1'
          \\  listen:                   | \\  lissen:  | 'listen' is missing here
          version: 1.4.1               | version: 2.2.4 | 'grpc-call' is missing here
          hosts: 100 | hosts: 0 | 'hosts' is a whole number from 1 to 100000000, not '0'
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
