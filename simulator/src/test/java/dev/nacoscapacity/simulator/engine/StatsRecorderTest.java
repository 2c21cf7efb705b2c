package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.Driver;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatsRecorderTest {

  private final StatsRecorder recorder = new StatsRecorder(List.of());

  private void record(Operation operation, long due, long answered) {
    FleetCall call = CallFixtures.begun(operation, 0, 0, due, due);
    call.answered = answered;
    recorder.required(operation, Transport.ANY);
    recorder.started(call);
    recorder.completed(call);
  }

  @Test
  void shouldMeasureByDueTimeNotByAnswer() {
    recorder.open(new MeasurementWindow(100, 200, 50));
    record(Operation.BEAT, 99, 150);
    record(Operation.BEAT, 199, 900);
    recorder.skipped(CallFixtures.periodic(Operation.BEAT, 10), 99, 150);
    recorder.skipped(CallFixtures.periodic(Operation.BEAT, 10), 150, 900);
    OperationStats beats = recorder.measured().of(Operation.BEAT);

    assertThat(beats.count(OperationCount.REQUIRED)).isEqualTo(2);
    assertThat(beats.count(OperationCount.STARTED)).isEqualTo(1);
    assertThat(beats.count(OperationCount.OK)).isEqualTo(1);
    assertThat(beats.count(OperationCount.SKIPPED)).isEqualTo(1);
  }

  @Test
  void shouldMeasureLongPollsByWhenTheirAnswerIsDue() {
    recorder.open(new MeasurementWindow(100, 200, 50));
    record(Operation.LISTEN, 60, 110);
    record(Operation.LISTEN, 160, 210);

    assertThat(recorder.measured().of(Operation.LISTEN).count(OperationCount.REQUIRED))
        .isEqualTo(1);
  }

  @Test
  void shouldCountTheCallsOfAWindowThatHaveNotEnded() {
    recorder.begin(new MeasurementWindow(100, 200, 50));
    FleetCall before = CallFixtures.begun(Operation.BEAT, 0, 0, 99, 99);
    FleetCall within = CallFixtures.begun(Operation.BEAT, 0, 0, 199, 199);
    FleetCall after = CallFixtures.begun(Operation.BEAT, 0, 0, 200, 200);
    FleetCall held = CallFixtures.begun(Operation.LISTEN, 0, 0, 150, 150);
    List.of(before, within, after, held).forEach(recorder::started);

    assertThat(recorder.measuredUnderWay()).isEqualTo(1);
    List.of(before, after, held).forEach(recorder::completed);
    assertThat(recorder.measuredUnderWay()).isEqualTo(1);
    recorder.completed(within);
    assertThat(recorder.measuredUnderWay()).isZero();
  }

  @Test
  void shouldMeasureNothingBeforeAWindowIsOpened() {
    record(Operation.BEAT, 100, 110);

    assertThat(recorder.measured().of(Operation.BEAT).count(OperationCount.REQUIRED)).isZero();
    assertThat(recorder.takeSecond().of(Operation.BEAT).count(OperationCount.OK)).isEqualTo(1);
  }

  /** Instances register in the ramp, so that is when most pushes come. */
  @Test
  void shouldNotMeasurePushesOfTheRamp() {
    recorder.pushed(0, 10);
    recorder.open(new MeasurementWindow(100, 200, 50));
    recorder.pushed(0, 99);
    recorder.pushed(90, 100);
    recorder.pushed(150, 200);

    assertThat(recorder.measured().of(Operation.PUSH).count(OperationCount.OK)).isEqualTo(1);
    assertThat(recorder.takeSecond().of(Operation.PUSH).count(OperationCount.OK)).isEqualTo(4);
  }

  /** The beat came through by another server, and the descriptors were short all the same. */
  @Test
  void shouldRecordShortagesOfTheMachineEvenOfRepeatedAttempts() {
    FleetCall rescued = CallFixtures.begun(Operation.REGISTER, 0, 0, 10, 10);
    rescued.answered = 20;
    rescued.beginAgain(Driver.NO_DESCRIPTOR);
    rescued.answered = 30;
    recorder.completed(rescued);
    FleetCall failed = CallFixtures.begun(Operation.REGISTER, 1, 0, 10, 10);
    failed.failure = Driver.NO_PORT;
    recorder.completed(failed);
    FleetCall refused = CallFixtures.begun(Operation.REGISTER, 2, 0, 10, 10);
    refused.failure = "connection refused";
    recorder.completed(refused);

    assertThat(recorder.takeSecond().shortages())
        .containsOnlyKeys(Driver.NO_DESCRIPTOR, Driver.NO_PORT);
  }

  @Test
  void shouldBeginEachSecondWithNothing() {
    record(Operation.BEAT, 100, 110);
    recorder.takeSecond();

    assertThat(recorder.takeSecond().of(Operation.BEAT).count(OperationCount.REQUIRED)).isZero();
  }
}
