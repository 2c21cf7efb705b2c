package dev.nacoscapacity.simulator.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {

  @Test
  void shouldReadNameLabelsAndValueWhenLinesAreSamples() {
    assertThat(
            read(
                """
                # HELP jvm_threads_live_threads The current number of live threads
                # TYPE jvm_threads_live_threads gauge
                jvm_threads_live_threads 200.0
                jvm_memory_used_bytes{area="heap",id="PS Old Gen",} 5.03538168E8
                with_timestamp{} 3 1395066363000
                windows 4\r
                """))
        .containsExactly(
            "jvm_threads_live_threads[] 200.0",
            "jvm_memory_used_bytes[area=\"heap\",id=\"PS Old Gen\",] 5.03538168E8",
            "with_timestamp[] 3.0",
            "windows[] 4.0");
  }

  @Test
  void shouldFindTheEndOfTheLabelsWhenAValueHoldsBracesAndQuotes() {
    assertThat(read("requests{uri=\"/v1/{id}\",say=\"\\\"}\"} 7"))
        .containsExactly("requests[uri=\"/v1/{id}\",say=\"\\\"}\"] 7.0");
  }

  @Test
  void shouldReadInfinitiesAndNotANumberWhenWrittenAsTheFormatDoes() {
    assertThat(read("a +Inf\nb -Inf\nc NaN"))
        .containsExactly("a[] Infinity", "b[] -Infinity", "c[] NaN");
  }

  @Test
  void shouldSkipWhateverIsNotASample() {
    assertThat(read("<html>{</html>\nhalf{a=\"b\nalone\nname value\n 5\n\n{x=\"y\"} 1\nok 1"))
        .containsExactly("ok[] 1.0");
  }

  @Property(seed = "1")
  void shouldNeverFailWhenTheBodyIsGarbage(
      @ForAll
          @CharRange(from = ' ', to = '~')
          @CharRange(from = '\n', to = '\n')
          @StringLength(max = 200)
          String body) {
    assertThatCode(() -> read(body)).doesNotThrowAnyException();
  }

  private static List<String> read(String body) {
    List<String> samples = new ArrayList<>();
    PrometheusText.read(body, (name, labels, v) -> samples.add(name + "[" + labels + "] " + v));
    return samples;
  }
}
