package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptJsonTest {

  @Test
  void shouldEscapeWhatCouldEndAScript() throws Exception {
    Map<String, String> hostile =
        Map.of("</script><!--<script>&'\u2028\u2029", "]]>&lt;/script&gt;<img src=x onerror=1>");

    String json = ScriptJson.of(hostile);

    assertThat(json).doesNotContain("<", ">", "&", "'", "/", "\u2028", "\u2029");
    assertThat(new ObjectMapper().readValue(json, Map.class)).isEqualTo(hostile);
  }

  @Test
  void shouldShortenFractionsAndKeepWholeNumbers() {
    assertThat(
            ScriptJson.of(
                new double[] {
                  35_000, 1_234.56, 12.34567, 0.000123456, 0, -2.5, Double.NaN, 12_345_678_901.0
                }))
        .isEqualTo("[35000,1235,12.35,0.0001235,0,-2.5,null,12345678901]");
  }
}
