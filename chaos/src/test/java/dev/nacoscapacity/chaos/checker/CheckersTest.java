package dev.nacoscapacity.chaos.checker;

import static dev.nacoscapacity.chaos.checker.Histories.BASELINE;
import static dev.nacoscapacity.chaos.checker.Histories.HYPOTHESIS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.core.experiment.Experiment.Detection;
import dev.nacoscapacity.core.experiment.Experiment.Deviation;
import dev.nacoscapacity.core.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.core.experiment.Experiment.Loss;
import dev.nacoscapacity.core.experiment.Experiment.Outage;
import dev.nacoscapacity.core.experiment.Experiment.Recovery;
import dev.nacoscapacity.core.experiment.Experiment.Rejoin;
import dev.nacoscapacity.core.experiment.Experiment.Storm;
import dev.nacoscapacity.core.stats.Operation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Histories written by hand, whose answers are known. */
class CheckersTest {

  private final Histories histories = new Histories();

  private Recovery recovery(int until) {
    return RecoveryChecker.check(histories.until(until), HYPOTHESIS, BASELINE, rejoins(until));
  }

  private Loss loss(int until) {
    return loss(until, HYPOTHESIS);
  }

  private Loss loss(int until, Hypothesis hypothesis) {
    History history = histories.until(until);
    return LossChecker.check(history, RejoinChecker.check(history, hypothesis), hypothesis);
  }

  private List<Detection> detections(int until) {
    return DetectionChecker.check(histories.until(until), BASELINE);
  }

  private List<Rejoin> rejoins(int until) {
    return RejoinChecker.check(histories.until(until), HYPOTHESIS);
  }

  /** In the first second every node answers, and all of them agree. */
  private void allUp(String leader) {
    List<String> nodes = List.of("node1", "node2", "node3");
    for (String node : nodes) {
      histories.answers(1, node, true).leader(1, node, leader);
      nodes.forEach(other -> histories.sees(1, node, other, "UP"));
    }
  }

  @Test
  void shouldTellKilledFromFrozenByWhatNodesSay() {
    histories
        .fault("kill", "node1", 10.2, null)
        .fault("pause", "node2", 10.2, null)
        .sees(9, "node3", "node1", "DOWN")
        .sees(10.5, "node3", "node2", "SUSPICIOUS")
        .sees(11.2, "node3", "node1", "DOWN")
        .sees(24.2, "node3", "node2", "DOWN");
    histories.second(12).rerouted(3);

    List<Detection> detection = detections(30);

    assertThat(detection.get(0).serverSeconds()).isEqualTo(1.0);
    assertThat(detection.get(0).by()).isEqualTo("node3");
    assertThat(detection.get(0).clientSeconds()).isCloseTo(1.8, within(1e-9));
    assertThat(detection.get(1).serverSeconds()).isEqualTo(14.0);
  }

  @Test
  void shouldCountWhatANodeShowsAndDropsWhileItIsCutOff() {
    histories.fault("partition", "node1", 10, 30.0);
    histories.seconds(11, 33, second -> second.missing("node1", 7));
    histories.second(11).dropped("node1", 7);
    History history = histories.until(60);

    assertThat(EffectChecker.deviations(history).get("missing"))
        .isEqualTo(new Deviation(7, 161, 0));
    assertThat(loss(60)).isEqualTo(new Loss(7, 0, 23));
    assertThat(recovery(60)).isEqualTo(new Recovery(true, 23.0, 3.0, null));
  }

  @Test
  void shouldCallANodeBackOnlyWhenItCallsTheOthersUpToo() {
    histories
        .fault("partition", "node1", 10, 20.0)
        .answers(1, "node1", true)
        .answers(1, "node2", true)
        .sees(1, "node1", "node1", "UP")
        .sees(1, "node2", "node1", "UP")
        .sees(1, "node1", "node2", "UP")
        .sees(15, "node2", "node1", "DOWN")
        .sees(15, "node1", "node2", "DOWN")
        .sees(22, "node2", "node1", "UP")
        .sees(24, "node1", "node2", "UP");

    assertThat(rejoins(40).get(0).upSeconds()).isEqualTo(4.0);
  }

  @Test
  void shouldNotAttributeEffectsOfALaterFaultToAnEarlierOne() {
    histories.fault("slow", "node1", 10, 20.0).fault("kill", "node1", 40, null);
    histories.sees(41.5, "node2", "node1", "DOWN");
    histories.second(42).failed(3);

    assertThat(detections(60))
        .containsExactly(
            new Detection("node1", null, null, null, 2),
            new Detection("node1", 2.0, 1.5, "node2", 2));
  }

  @Test
  void shouldNotDetectAFaultByCallsThatAlwaysFail() {
    histories.fault("kill", "node1", 10.2, null);
    for (int at = 1; at <= 30; at++) {
      histories.second(at).rerouted(at % 2).failed(1);
    }
    histories.second(15).failed(1);

    assertThat(detections(14)).containsExactly(new Detection("node1", null, null, null, 2));
    assertThat(detections(30)).extracting(Detection::clientSeconds).containsExactly(15 - 10.2);
  }

  @Test
  void shouldNotCountFailuresAsUsualWhileAHookBreaksANode() {
    histories.hooked("partition", "node1", 10.2, 15.2, null);
    histories.second(13).failed(9).unserved(9, 500);
    histories.second(17).failed(3);

    History history = histories.until(30);

    assertThat(detections(30)).extracting(Detection::clientSeconds).containsExactly(17 - 15.2);
    assertThat(EffectChecker.outage(history, BASELINE).firstAt()).isEqualTo(17);
  }

  /** A hook may return long after it has cut a node off. */
  @Test
  void shouldCountWhatIsDroppedWhileAHookBreaksANode() {
    histories.hooked("partition", "node1", 10.2, 15.2, null);
    histories.second(13).dropped("node2", 3);

    assertThat(loss(30).dropped()).isEqualTo(3);
  }

  @Test
  void shouldNotCountCallsThatAlwaysFailAsAnOutage() {
    histories.fault("kill", "node1", 10.2, null);
    histories.seconds(1, 30, second -> second.failed(1).unserved(2, 500));
    histories.second(12).failed(3);
    histories.second(14).unserved(5, 1_500);

    Outage outage = EffectChecker.outage(histories.until(30), BASELINE);

    assertThat(outage.firstAt()).isEqualTo(12);
    assertThat(outage.lastAt()).isEqualTo(14);
    assertThat(outage.failed()).as("all that failed").isEqualTo(23);
  }

  @Test
  void shouldAttributeFailedCallsToEachOfTheNodesThatWereBrokenAtOnce() {
    histories.fault("kill", "node1", 10.2, null).fault("kill", "node2", 10.3, null);
    histories.second(12).failed(3);

    assertThat(detections(30))
        .extracting(Detection::clientSeconds)
        .containsExactly(12 - 10.2, 12 - 10.3);
  }

  @Test
  void shouldReportNoDetectionWhenNobodyNoticedAFault() {
    histories.fault("kill", "node1", 10.2, null);

    assertThat(detections(30)).containsExactly(new Detection("node1", null, null, null, 2));
  }

  @Test
  void shouldCountTheSurvivorsThatCouldNoticeAFault() {
    histories
        .fault("kill", "node1", 10.2, 40.0)
        .fault("pause", "node2", 10.3, 40.0)
        .fault("kill", "node3", 20, 40.0)
        .fault("kill", "node3", 50, null);

    assertThat(detections(60)).extracting(Detection::survivors).containsExactly(1, 1, 0, 2);
  }

  @Test
  void shouldNotEndAnOutageWithTheFirstSuccess() {
    histories.fault("kill", "node1", 10.2, null);
    histories.second(5).failed(50);
    histories.second(11).failed(4).unserved(4, 600);
    // Other clients succeed in between: that says nothing about those of the dead node.
    histories.second(12).unserved(3, 1600);
    histories.second(20).failed(1).unserved(1, 9600);

    Outage outage = EffectChecker.outage(histories.until(30), BASELINE);

    assertThat(outage).isEqualTo(new Outage(5, 11.0, 20.0, 10, 8, 9.6, 4));
  }

  @Test
  void shouldReportNoOutageWhenNoCallFailed() {
    histories.fault("kill", "node1", 10.2, null);

    assertThat(EffectChecker.outage(histories.until(20), BASELINE))
        .isEqualTo(new Outage(0, null, null, 0, 0, 0, 0));
  }

  @Test
  void shouldTakeTheWorstNodeInServiceEachSecond() {
    histories.fault("kill", "node1", 10, 20.0);
    histories.second(9).missing("node2", 30);
    histories.second(12).missesAll("node1").missing("node2", 4).missing("node3", 2);
    histories.second(13).missing("node3", 3);
    histories.second(25).missing("node1", 6);
    histories.second(30).missing("node1", 1);

    assertThat(EffectChecker.deviations(histories.until(30)).get("missing"))
        .isEqualTo(new Deviation(6, 14, 1));
  }

  @Test
  void shouldRecoverAtTheStartOfTheFirstStretchThatHolds() {
    histories.fault("kill", "node1", 10.4, 12.4);
    histories.second(13).missing("node2", 3);
    histories.second(16).failed(40);
    histories.second(17).unknown("node1", 30);

    assertThat(recovery(40)).isEqualTo(new Recovery(true, 17 - 10.4, 17 - 12.4, null));
  }

  @Test
  void shouldRecoverOnSurvivorsBeforeTheHealAndWithAllAfterIt() {
    histories.fault("kill", "node1", 10, 30.0);
    histories.seconds(11, 35, second -> second.unknown("node1", 30));
    histories.second(13).failed(90);

    assertThat(recovery(60)).isEqualTo(new Recovery(true, 3.0, 5.0, null));
  }

  @Test
  void shouldNotRecoverWhenOnlySurvivorsAreSteady() {
    histories.fault("kill", "node1", 10, 20.0);
    histories.seconds(11, 60, second -> second.unknown("node1", 30));

    Recovery recovery = recovery(60);

    assertThat(recovery.recovered()).isFalse();
    assertThat(recovery.sinceHealSeconds()).isNull();
    assertThat(recovery.missed().code()).isEqualTo("steady.unknown");
  }

  /** Clients of a dead node call others, and what it listed counts for a while. */
  @Test
  void shouldNotRecoverBeforeTheHealedNodeIsBack() {
    histories.fault("kill", "node1", 10, 10.1);
    allUp("node2");
    histories.answers(10.5, "node1", false).sees(11, "node2", "node1", "DOWN");
    histories.answers(40, "node1", true).sees(40, "node1", "node1", "UP");
    histories.sees(40, "node2", "node1", "UP").leader(40, "node1", "node2");
    histories.seconds(31, 60, second -> second.unknown("node1", 30));
    histories.seconds(61, 200, second -> second.latency(100));

    assertThat(rejoins(200)).extracting(Rejoin::missingStep).containsExactly(Optional.empty());
    assertThat(recovery(200).recovered()).isFalse();
    assertThat(recovery(200).missed().code()).isEqualTo("steady.latency");

    histories.seconds(101, 120, second -> second.latency(5));

    assertThat(recovery(200)).isEqualTo(new Recovery(true, 1.0, 100 - 10.1, null));
  }

  @Test
  void shouldReportNoRecoveryTimeWhenNoStretchHolds() {
    histories.fault("kill", "node1", 10, 12.0);
    for (int at = 14; at <= 60; at += 4) {
      histories.second(at).failed(60);
    }

    Recovery recovery = recovery(60);

    assertThat(recovery.recovered()).isFalse();
    assertThat(recovery.seconds()).isNull();
    assertThat(recovery.missed().code()).isEqualTo("steady.failed");
  }

  @Test
  void shouldNotRecoverOnAStretchThatTheEndCutsShort() {
    histories.fault("kill", "node1", 10, 12.0);
    histories.second(16).failed(90);

    assertThat(recovery(20).recovered()).isFalse();
    assertThat(recovery(21).recovered()).isTrue();
  }

  @Test
  void shouldCompareLatencyWithTheBaseline() {
    histories.fault("kill", "node1", 10, 12.0);
    histories.seconds(13, 30, second -> second.latency(25));

    assertThat(recovery(30).missed().code()).isEqualTo("steady.latency");
    assertThat(recovery(40).seconds()).isEqualTo(20.0);
  }

  @Test
  void shouldCountDropsOnSurvivorsButNotAnEmptyRestartAsLoss() {
    histories.fault("kill", "node1", 10, 12.0);
    histories.second(13).dropped("node1", 30).dropped("node2", 2).lost("node2", 3);
    histories.seconds(13, 20, second -> second.missesAll("node1"));
    assertThat(loss(40)).isEqualTo(new Loss(2, 3, 1));
  }

  @Test
  void shouldMeasureHowLongDroppedInstancesWereAway() {
    histories.fault("kill", "node1", 10, 12.0);
    histories.second(15).dropped("node2", 4);
    histories.seconds(15, 21, second -> second.missing("node2", 4));
    histories.second(30).missing("node3", 1);
    assertThat(loss(40)).isEqualTo(new Loss(4, 0, 7));
  }

  @Test
  void shouldNotEndAnAbsenceBecauseTheNodeCannotBeRead() {
    histories.fault("kill", "node1", 10, 12.0);
    histories.second(15).dropped("node2", 4);
    histories.seconds(15, 24, second -> second.missing("node2", 4));
    histories.seconds(25, 50, second -> second.unknown("node2", 30));
    histories.second(51).missing("node2", 4);

    assertThat(loss(60)).isEqualTo(new Loss(4, 0, 37));
  }

  @Test
  void shouldCountALossWhenEveryNodeDropsInstancesBeforeAnyIsBack() {
    histories
        .fault("kill", "node1", 10, 11.0)
        .fault("kill", "node2", 17, 18.0)
        .fault("kill", "node3", 24, 25.0);
    // An empty restart, while other nodes still have them all.
    histories.second(25).dropped("node2", 30).missing("node2", 30);
    for (int at = 26; at <= 35; at++) {
      List.of("node1", "node2", "node3").forEach(histories.second(at)::missesAll);
    }
    histories.second(26).dropped("node1", 30).dropped("node2", 28);
    histories.second(27).dropped("node3", 29);

    assertThat(loss(40)).isEqualTo(new Loss(28, 0, 9));
  }

  @Test
  void shouldNotCountAcceptedMissingInstancesAsPartOfALoss() {
    histories.fault("kill", "node1", 10, 12.0);
    for (int at = 1; at <= 40; at++) {
      histories.second(at).missing("node2", at >= 15 && at <= 21 ? 5 : 1);
    }
    histories.second(15).dropped("node2", 4);

    assertThat(loss(40, Histories.accepting("missing", 1))).isEqualTo(new Loss(4, 0, 7));
  }

  @Test
  void shouldUseTheRejoinOfEachFaultWhenANodeIsBrokenTwice() {
    histories.fault("kill", "node1", 10, 12.0).fault("kill", "node1", 40, 42.0);
    histories.answers(9, "node1", true).answers(11, "node1", false).answers(15, "node1", true);
    histories.answers(41, "node1", false).answers(45, "node1", true);
    histories.seconds(13, 20, second -> second.missesAll("node1"));
    histories.seconds(43, 60, second -> second.missesAll("node1"));
    // After as long as the first rejoin took, and before the second is over.
    histories.second(55).dropped("node1", 5);
    assertThat(loss(70).dropped()).isZero();
  }

  @Test
  void shouldCountDropsOnARejoinedNodeAsLoss() {
    histories.fault("kill", "node1", 10, 12.0);
    histories.answers(9, "node1", true).answers(11, "node1", false).answers(20, "node1", true);
    histories.seconds(13, 20, second -> second.missesAll("node1"));
    histories.second(33).dropped("node1", 5);
    assertThat(loss(40).dropped()).isEqualTo(5);
  }

  @Test
  void shouldNotConfuseADeadProcessWithItsSuccessor() {
    histories.fault("kill", "node1", 10, 10.2).answers(9, "node1", true);
    histories.answers(11, "node1", false).answers(24, "node1", true);
    histories.seconds(30, 40, second -> second.missesAll("node1"));

    assertThat(rejoins(60)).extracting(Rejoin::equalSeconds).containsExactly(41 - 10.2);
  }

  @Test
  void shouldWaitForReadsOfTheNewProcessWhenReadsAreRare() {
    histories.unknownAfter(120).fault("kill", "node1", 10, 11.0);
    histories.answers(9, "node1", true).answers(10.5, "node1", false).answers(35, "node1", true);

    assertThat(rejoins(200)).extracting(Rejoin::equalSeconds).containsExactly(131.0 - 11);
  }

  @Test
  void shouldFollowANodeBackIntoTheCluster() {
    histories.fault("kill", "node1", 10, 20.0);
    allUp("node1");
    histories
        .answers(10.5, "node1", false)
        .sees(11, "node2", "node1", "DOWN")
        .sees(12, "node3", "node1", "DOWN")
        .leader(13, "node2", "node3")
        .leader(13, "node3", "node3")
        .answers(26, "node1", true)
        .sees(26, "node1", "node1", "UP")
        .sees(27, "node2", "node1", "UP")
        .sees(29.5, "node3", "node1", "UP")
        .leader(31, "node1", "node3");
    histories.seconds(21, 34, second -> second.unknown("node1", 30));

    assertThat(rejoins(60)).containsExactly(new Rejoin("node1", 6.0, 9.5, 11.0, 15.0));
  }

  @Test
  void shouldCallANodeEqualWhenItMissesNoMoreThanIsAccepted() {
    histories
        .fault("kill", "node1", 10, 20.0)
        .answers(1, "node1", true)
        .answers(10.5, "node1", false)
        .answers(26, "node1", true);
    histories.seconds(1, 60, second -> second.missing("node1", 1));
    History history = histories.until(60);

    assertThat(
            RejoinChecker.check(history, Histories.accepting("missing", 1)).get(0).equalSeconds())
        .isNotNull();
    assertThat(RejoinChecker.check(history, HYPOTHESIS).get(0).equalSeconds()).isNull();
  }

  @Test
  void shouldNotCountAnswersOfTheOldProcessForTheNewOne() {
    // Restarted before anybody saw it go.
    histories.fault("kill", "node1", 10, 10.1);
    histories.answers(1, "node1", true).answers(1, "node2", true);
    histories.leader(1, "node1", "node2").leader(1, "node2", "node2");
    histories.sees(1, "node2", "node1", "UP").sees(1, "node1", "node1", "UP");
    histories.answers(30.1, "node1", true).sees(30.1, "node1", "node1", "UP");
    histories.leader(31.1, "node1", "node2");

    Rejoin rejoin = rejoins(60).get(0);

    assertThat(rejoin.processSeconds()).isEqualTo(20.0);
    assertThat(rejoin.upSeconds()).isEqualTo(20.0);
    assertThat(rejoin.raftSeconds()).isEqualTo(21.0);
  }

  @Test
  void shouldLeaveTheStepsOfARejoinOpenThatNeverHappened() {
    histories.fault("kill", "node1", 10, 20.0);
    histories.answers(1, "node1", true).answers(1, "node2", true);
    histories.sees(1, "node2", "node1", "UP").answers(10.5, "node1", false);
    histories.seconds(11, 60, second -> second.unknown("node1", 30));

    assertThat(rejoins(60)).containsExactly(new Rejoin("node1", null, null, null, null));
  }

  @Test
  void shouldShowPeaksBesideTheSteadyRates() {
    histories.fault("kill", "node1", 10, 20.0);
    histories.second(13).rate(Operation.REGISTER, 12).rate(Operation.CONNECT, 40);
    histories.second(14).rate(Operation.REGISTER, 3);

    assertThat(EffectChecker.storms(histories.until(30), BASELINE))
        .containsEntry("register", new Storm(0, 12))
        .containsEntry("connect", new Storm(1, 40))
        .containsEntry("login", new Storm(0, 0));
  }
}
