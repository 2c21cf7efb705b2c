package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.text.Arguments.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Loss;
import dev.nacoscapacity.core.experiment.Experiment.Recovery;
import dev.nacoscapacity.core.experiment.Experiment.Rejoin;
import dev.nacoscapacity.core.experiment.Experiment.SurvivingData;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExperimentCheckerTest {

  private static final Loss NONE = new Loss(0, 0, 0);

  private static Verdict judge(Experiment experiment) {
    return Judge.experiment().judge(Runs.good().withExperiment(experiment), Criteria.defaults());
  }

  private static void assertFails(Experiment experiment, String... sentences) {
    Verdict verdict = judge(experiment);
    assertThat(verdict.status()).isEqualTo(Status.FAIL);
    assertThat(verdict.reasons()).extracting(Reason::text).containsExactly(sentences);
  }

  @Test
  void shouldPassWhenNothingWasDroppedAndEverythingCameBack() {
    assertThat(judge(Experiments.good()).status()).isEqualTo(Status.PASS);
  }

  @Test
  void shouldFailForDataLossThoughTheSteadyStateCameBack() {
    assertFails(
        Experiments.of(80L, new Loss(7, 7, 9), Experiments.RECOVERED, Experiments.REJOINED, null),
        "Instances went missing or unhealthy 7 times on a node in service, although their own"
            + " beats were written at most 10 s apart, and some were away for 9 s: data loss.");
  }

  @Test
  void shouldFailWhenWhatAnOperatorStoredIsGoneOrNothingNewCanBeStored() {
    Map<String, SurvivingData> data = new LinkedHashMap<>();
    data.put("namespaces", new SurvivingData(5, 5, null));
    data.put("users", new SurvivingData(5, 3, "node2"));
    data.put("newConfigurations", new SurvivingData(3, 0, "node1"));

    assertFails(
        Experiments.withData(data),
        "Users that were stored before: node2 gives out 3 of 5.",
        "Configurations that were published afterwards: node1 gives out 0 of 3.");
    assertThat(judge(Experiments.withData(Map.of("users", new SurvivingData(5, 5, null)))).status())
        .isEqualTo(Status.PASS);
  }

  @Test
  void shouldTolerateDropsThatAreBackInTime() {
    Loss loss = new Loss(7, 7, 9);
    assertThat(judge(Experiments.tolerating(9, loss)).status()).isEqualTo(Status.PASS);
    assertThat(judge(Experiments.tolerating(8, loss)).status()).isEqualTo(Status.FAIL);
  }

  @Test
  void shouldAcceptAsManyDropsAsARunWithoutFaultsDoes() {
    Loss loss = new Loss(7, 7, 9);
    RunRecord run = Runs.good().withExperiment(Experiments.tolerating(0, loss));

    for (int most : new int[] {6, 7}) {
      Criteria criteria = Criteria.defaults().with("dropped", most);
      RunRecord judged = Judge.experiment().judged(run, criteria);

      assertThat(judged.verdict().status()).isEqualTo(most < 7 ? Status.FAIL : Status.PASS);
      assertThat(Bound.of(judged))
          .filteredOn(bound -> bound.criterion().name().equals("dataLoss"))
          .extracting(Bound::bound, Bound::kept)
          .containsExactly(tuple((double) most, most >= 7));
    }
  }

  @Test
  void shouldNameTheBoundOnDropsThatWasExceeded() {
    RunRecord run = Runs.good().withExperiment(Experiments.tolerating(0, new Loss(7, 7, 9)));

    assertThat(
            Judge.experiment()
                .judge(run, Criteria.defaults().with("dropped", 6))
                .reasons()
                .get(0)
                .arguments())
        .containsEntry("bound", 6L);
  }

  @Test
  void shouldFailWithWhatWasStillWrong() {
    assertFails(
        Experiments.of(
            80L,
            NONE,
            new Recovery(
                false,
                3.0,
                null,
                Message.of(
                    "steady.missing", with("count", 3).and("expected", 30).and("node", "node1"))),
            Experiments.REJOINED,
            null),
        "Not recovered: in the last stretch 3 of 30 instances were missing on node1.");
  }

  @Test
  void shouldFailWhenANodeDidNotRejoin() {
    assertFails(
        Experiments.of(
            80L, NONE, Experiments.RECOVERED, new Rejoin("node2", null, null, null, null), null),
        "node2 did not rejoin: it never answered.");
    assertFails(
        Experiments.of(
            80L, NONE, Experiments.RECOVERED, new Rejoin("node2", 8.0, 9.0, null, 9.0), null),
        "node2 did not rejoin: it did not name the raft leader of the others.");
  }

  @Test
  void shouldBeInconclusiveWhenTheVictimOwnedNothing() {
    assertThat(
            judge(Experiments.of(0L, NONE, Experiments.RECOVERED, Experiments.REJOINED, null))
                .status())
        .isEqualTo(Status.INCONCLUSIVE);
    assertThat(
            judge(Experiments.of(null, NONE, Experiments.RECOVERED, Experiments.REJOINED, null))
                .status())
        .as("not told is not nothing")
        .isEqualTo(Status.PASS);
  }

  @Test
  void shouldBeInconclusiveWhenNothingWasBroken() {
    Verdict verdict = judge(Experiments.nothingBroken(Message.of("trial.neverWhole")));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons())
        .extracting(Reason::text)
        .containsExactly("Nothing was broken: the registry never showed the fleet whole.");
  }

  private static Message problem(String code) {
    return Message.of(code, Map.of("text", "x", "what", "x", "problems", "x"));
  }

  /** A trial that lost this, and neither recovered nor saw its node again. */
  private static Experiment stopped(Loss loss, Message problem) {
    return Experiments.of(
        80L,
        loss,
        new Recovery(false, null, null, Message.of("steady.noCall")),
        new Rejoin("node2", null, null, null, null),
        problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"trial.interrupted", "asIs", "trial.internalError", "trial.problems"})
  void shouldJudgeNoRecoveryWhenTheMethodCouldNotBeCarriedOut(String problem) {
    RunRecord run = Runs.good().withExperiment(stopped(NONE, problem(problem)));

    Verdict verdict = Judge.experiment().judge(run, Criteria.defaults().with("beatP99Ms", 0.001));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons()).extracting(Reason::code).startsWith("cutShort");
    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .doesNotContain("notRecovered", "notRejoined");
  }

  @ParameterizedTest
  @ValueSource(strings = {"asIs", "trial.internalError", "trial.problems"})
  void shouldFailForWhatWasLostBeforeTheMethodWasCutShort(String problem) {
    Verdict verdict = judge(stopped(new Loss(500, 0, 60), problem(problem)));

    assertThat(verdict.status()).isEqualTo(Status.FAIL);
    assertThat(verdict.reasons()).extracting(Reason::code).containsExactly("dataLoss", "cutShort");
  }

  @Test
  void shouldJudgeTheRegistryWhenOneOfSeveralProblemsIsItsOwn() {
    Message notBack = Message.of("trial.notBack", Map.of("nodes", List.of("node2"), "limit", 180));
    Message several =
        Message.of("trial.problems", Map.of("problems", List.of(notBack, problem("asIs"))));

    Verdict verdict = judge(stopped(NONE, several));

    assertThat(verdict.status()).isEqualTo(Status.FAIL);
    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .containsExactly("notRecovered", "notRejoined", "cutShort");
  }

  @Test
  void shouldJudgeNothingWhenTheFirstStepFoundNoNode() {
    Message noLeader = Message.of("asIs", Map.of("text", "no leader"));
    RunRecord run = Runs.good().withExperiment(Experiments.nothingBroken(noLeader));

    Verdict verdict = Judge.experiment().judge(run, Criteria.defaults().with("beatP99Ms", 0.001));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons()).extracting(Reason::code).startsWith("nothingBroken");
  }

  @Test
  void shouldFailWhenANodeThatWasToReturnDidNot() {
    Message notBack = Message.of("trial.notBack", Map.of("nodes", List.of("node2"), "limit", 180));

    assertThat(
            judge(
                    Experiments.of(
                        80L,
                        NONE,
                        Experiments.RECOVERED,
                        new Rejoin("node2", null, null, null, null),
                        notBack))
                .status())
        .isEqualTo(Status.FAIL);
  }

  @Test
  void shouldJudgeNothingWhenAHookDidNotDoWhatItWasAskedFor() {
    Message failed = Message.of("trial.hook", Map.of("text", "'kill' exited with 1"));

    Verdict verdict =
        judge(
            Experiments.of(
                80L, new Loss(5, 0, 60), Experiments.RECOVERED, Experiments.REJOINED, failed));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons())
        .extracting(Reason::text)
        .containsExactly("The trial was cut short: a hook failed: 'kill' exited with 1.");
  }
}
