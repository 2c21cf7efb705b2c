package dev.nacoscapacity.simulator.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.nacoscapacity.core.record.ServerRow;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ScrapeTest {

  @Test
  void shouldAddUpPoolsAndCausesWhenTheNodeOffersThem() {
    Scrape scrape =
        Scrape.of(
                """
                process_cpu_usage 0.75
                system_cpu_count 4.0
                jvm_threads_live_threads 200.0
                jvm_memory_used_bytes{area="heap",id="G1 Eden Space",} 1000.0
                jvm_memory_used_bytes{area="heap",id="G1 Old Gen",} 500.0
                jvm_memory_used_bytes{area="nonheap",id="Metaspace",} 9.0
                jvm_memory_max_bytes{area="heap",id="G1 Eden Space",} -1.0
                jvm_memory_max_bytes{area="heap",id="G1 Old Gen",} 8.05306368E8
                jvm_gc_pause_seconds_count{action="end of minor GC",cause="G1 Evacuation Pause",} 5.0
                jvm_gc_pause_seconds_count{action="end of minor GC",cause="Metadata GC Threshold",} 2.0
                jvm_gc_pause_seconds_sum{action="end of minor GC",cause="G1 Evacuation Pause",} 0.25
                tomcat_connections_current_connections{name="http-nio-8848",} 31.0
                """)
            .orElseThrow();
    assertThat(scrape.cores()).contains(4);
    assertThat(scrape.cpuShare()).contains(3.0);
    assertThat(scrape.threads()).contains(200);
    assertThat(scrape.jvm()).isEqualTo(new ServerRow.Jvm(1500L, 805306368L, 7L, 250L));
    assertThat(scrape.connections()).contains(31);
  }

  @Test
  void shouldLeaveOutWhatTheNodeDoesNotOffer() {
    assertThat(Scrape.of("process_cpu_usage NaN\njvm_threads_live_threads 12.0"))
        .contains(new Scrape(Map.of("jvm_threads_live_threads", 12.0)));
  }

  @Test
  void shouldBeNothingWhenTheBodyIsAnErrorPage() {
    assertThat(Scrape.of("<html><body>Whitelabel Error Page</body></html>")).isEmpty();
    assertThat(Scrape.of("")).isEmpty();
  }

  @Test
  void shouldReadValuesWhenLabelsHoldBracesAndATimestampFollows() {
    assertThat(
            Scrape.of(
                "tomcat_connections_current_connections{name=\"/v1/{id}\"} 7 1395066363000\r\n"
                    + "tomcat_connections_current_connections{name=\"half\n"
                    + "system_cpu_count +Inf"))
        .contains(new Scrape(Map.of("tomcat_connections_current_connections", 7.0)));
  }

  @Property(seed = "1")
  void shouldNeverFailWhenTheBodyIsGarbage(
      @ForAll
          @CharRange(from = ' ', to = '~')
          @CharRange(from = '\n', to = '\n')
          @StringLength(max = 200)
          String body) {
    assertThatCode(() -> Scrape.of("process_cpu_usage" + body)).doesNotThrowAnyException();
  }
}
