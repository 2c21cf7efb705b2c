package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.verify.RegistryView;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObservationTest {

  private final List<Message> notes = new ArrayList<>();
  private final Progress progress =
      new QuietProgress() {
        @Override
        public void note(Message note) {
          notes.add(note);
        }
      };
  private final Observation observation =
      new Observation(
          new RegistryView(Workloads.fleet(1, 1), 1, GracePeriods.DEFAULT, 0),
          Tokens.shared(),
          progress,
          () -> 0,
          Runnable::run);

  @ParameterizedTest
  @CsvSource({
    "http 403, let this user",
    "http 404, management.endpoints",
    "http 406 by gateway nginx, header Accept",
    "http 410, management.endpoints",
    "http 429 by gateway nginx, raise the limit of calls",
    "http 302 by gateway, without a login",
    "http 503 by gateway nginx, raise the limit of calls",
    "http 500, logs",
    "http 503, logs",
    "'http 502 by gateway nginx, node silent', logs",
    "unexpected answer, as they are",
    "answer cut off, as they are",
  })
  void shouldNoteOnceWhatHelpsWhenMetricsAreRefused(String failure, String remedy) {
    observation.scrapesRefused(failure);
    observation.scrapesRefused("http 500");

    assertThat(observation.notes())
        .singleElement()
        .satisfies(note -> assertThat(note.text()).contains(failure, remedy));
    assertThat(notes).isEqualTo(observation.notes());
  }
}
