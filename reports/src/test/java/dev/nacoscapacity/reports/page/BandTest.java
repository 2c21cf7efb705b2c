package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.Event;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BandTest {

  @Test
  void shouldEndAPhaseWhereTheNextBeginsAndTheLastWithTheRun() {
    assertThat(
            Band.of(
                List.of(
                    event(0, Event.PHASE, Map.of("phase", "ramp")),
                    event(3, Event.MESSAGE, Map.of("text", "slow")),
                    event(5, Event.PHASE, Map.of("phase", "measure"))),
                60))
        .containsExactly(
            new Band(Event.PHASE, "ramp", 0, 5), new Band(Event.PHASE, "measure", 5, 60));
  }

  @Test
  void shouldEndAFaultWhereItIsHealed() {
    assertThat(
            Band.of(
                List.of(
                    event(10, Event.FAULT, fault("kill", "begun", "node2")),
                    event(10.2, Event.FAULT, fault("kill", "begun", "node1")),
                    event(40, Event.FAULT, fault("kill", "healed", "node2"))),
                60))
        .containsExactly(
            new Band(Event.FAULT, "kill node2", 10, 40),
            new Band(Event.FAULT, "kill node1", 10.2, 60));
  }

  @Test
  void shouldEndAWaveWhereItIsOver() {
    assertThat(
            Band.of(
                List.of(
                    event(10, Event.WAVE, wave("crash", 1, "begun")),
                    event(10, Event.WAVE, wave("crash", 2, "begun")),
                    event(40, Event.WAVE, wave("crash", 2, "over"))),
                60))
        .containsExactly(
            new Band(Event.WAVE, "crash", 10, 40), new Band(Event.WAVE, "crash", 10, 60));
  }

  @Test
  void shouldMarkTheStagesAndMeasureTheLast() {
    List<Band> bands =
        Band.of(
            List.of(
                event(0, Event.STAGE, stage(200, "begun")),
                event(5, Event.PHASE, Map.of("phase", "measure")),
                event(65, Event.STAGE, stage(200, "over")),
                event(70, Event.PHASE, Map.of("phase", "ramp")),
                event(70, Event.STAGE, stage(8_000, "begun")),
                event(90, Event.PHASE, Map.of("phase", "measure"))),
            150);

    assertThat(bands)
        .contains(new Band(Event.STAGE, "200", 0, 65), new Band(Event.STAGE, "8,000", 70, 150));
    assertThat(Band.window(bands)).hasValue(new double[] {90, 150});
  }

  private static Map<String, Object> stage(int instances, String state) {
    return Map.of("instances", instances, "state", state);
  }

  private static Map<String, Object> wave(String kind, int number, String state) {
    return Map.of("wave", kind, "number", number, "state", state);
  }

  private static Map<String, Object> fault(String fault, String state, String node) {
    return Map.of("fault", fault, "state", state, "node", node);
  }

  private static Event event(double seconds, String kind, Map<String, Object> fields) {
    return new Event(Instant.EPOCH, seconds, kind, fields);
  }
}
