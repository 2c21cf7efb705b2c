package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.Experiments.RECOVERED;
import static dev.nacoscapacity.core.Experiments.REJOINED;
import static dev.nacoscapacity.core.checker.Verdicts.arguments;
import static dev.nacoscapacity.core.checker.Verdicts.assertVerdict;
import static dev.nacoscapacity.core.verdict.Status.FAIL;
import static dev.nacoscapacity.core.verdict.Status.INCONCLUSIVE;
import static dev.nacoscapacity.core.verdict.Status.PASS;
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
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExperimentCheckerTest {

  private static final Loss NONE = new Loss(0, 0, 0);
  private static final Loss SEVEN = new Loss(7, 7, 9);
  private static final Recovery NO_CALL =
      new Recovery(false, null, null, Message.of("steady.noCall"));
  private static final Rejoin NEVER = new Rejoin("node2", null, null, null, null);
  private static final Message NOT_BACK =
      Message.of("trial.notBack", Map.of("nodes", List.of("node2"), "limit", 180));

  private static Verdict judge(Experiment experiment) {
    return judge(experiment, Criteria.defaults());
  }

  private static Verdict judge(Experiment experiment, Criteria criteria) {
    return Judge.experiment().judge(Runs.good().withExperiment(experiment), criteria);
  }

  @Test
  void shouldPassWhenNothingWasDroppedAndEverythingCameBack() {
    assertVerdict(judge(Experiments.good()), PASS, "");
  }

  @Test
  void shouldFailForDataLossThoughTheSteadyStateCameBack() {
    Verdict verdict = judge(Experiments.of(80L, SEVEN, RECOVERED, REJOINED, null));

    assertVerdict(verdict, FAIL, "dataLoss");
    assertThat(arguments(verdict, "dataLoss"))
        .containsAllEntriesOf(Map.of("dropped", 7L, "gapSeconds", 10.0, "awaySeconds", 9.0));
  }

  @Test
  void shouldFailWhenWhatAnOperatorStoredIsGoneOrNothingNewCanBeStored() {
    Map<String, SurvivingData> data = new LinkedHashMap<>();
    data.put("namespaces", new SurvivingData(5, 5, null, List.of()));
    data.put("users", new SurvivingData(5, 3, "node2", List.of()));
    data.put("newConfigurations", new SurvivingData(3, 0, "node1", List.of()));

    Verdict verdict = judge(Experiments.withData(data));

    assertVerdict(verdict, FAIL, "storedDataGone storedDataGone");
    assertThat(verdict.reasons())
        .extracting(
            reason -> reason.arguments().get("kind"), reason -> reason.arguments().get("left"))
        .containsExactly(tuple("users", 3L), tuple("newConfigurations", 0L));
    assertVerdict(
        judge(Experiments.withData(Map.of("users", new SurvivingData(5, 5, null, List.of())))),
        PASS,
        "");
  }

  @Test
  void shouldProveNothingWhenANodeNoLongerTellsWhatItHas() {
    assertVerdict(
        judge(
            Experiments.withData(
                Map.of("users", new SurvivingData(5, null, null, List.of("node1"))))),
        INCONCLUSIVE,
        "storedDataUnread");
    assertVerdict(
        judge(
            Experiments.withData(
                Map.of("users", new SurvivingData(5, 3, "node2", List.of("node1"))))),
        FAIL,
        "storedDataGone storedDataUnread");
  }

  @ParameterizedTest
  @CsvSource({"9, PASS", "8, FAIL"})
  void shouldTolerateDropsThatAreBackInTime(double seconds, Status status) {
    assertThat(judge(Experiments.tolerating(seconds, SEVEN)).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({"6, FAIL", "7, PASS"})
  void shouldAcceptAsManyDropsAsARunWithoutFaultsDoes(int most, Status status) {
    RunRecord run = Runs.good().withExperiment(Experiments.tolerating(0, SEVEN));

    RunRecord judged = Judge.experiment().judged(run, Criteria.defaults().with("dropped", most));

    assertThat(judged.verdict().status()).isEqualTo(status);
    assertThat(Bound.of(judged))
        .filteredOn(bound -> bound.criterion().name().equals("dataLoss"))
        .extracting(Bound::bound, Bound::kept)
        .containsExactly(tuple((double) most, status == PASS));
    if (status == FAIL) {
      assertThat(arguments(judged.verdict(), "dataLoss")).containsEntry("bound", (long) most);
    }
  }

  @Test
  void shouldFailWithWhatWasStillWrong() {
    Map<String, Object> found = Map.of("count", 3, "expected", 30, "node", "node1");
    Recovery missing = new Recovery(false, 3.0, null, Message.of("steady.missing", found));

    Verdict verdict = judge(Experiments.of(80L, NONE, missing, REJOINED, null));

    assertVerdict(verdict, FAIL, "notRecovered");
    assertThat(verdict.reasons().get(0).text())
        .endsWith("3 of 30 instances were missing on node1.");
  }

  @ParameterizedTest
  @CsvSource({", , , process", "8, 9, , raft"})
  void shouldFailWhenANodeDidNotRejoin(Double process, Double up, Double raft, String step) {
    Rejoin rejoin = new Rejoin("node2", process, up, raft, up);

    Verdict verdict = judge(Experiments.of(80L, NONE, RECOVERED, rejoin, null));

    assertVerdict(verdict, FAIL, "notRejoined");
    assertThat(arguments(verdict, "notRejoined")).isEqualTo(Map.of("node", "node2", "step", step));
  }

  @Test
  void shouldBeInconclusiveWhenTheVictimOwnedNothing() {
    assertVerdict(
        judge(Experiments.of(0L, NONE, RECOVERED, REJOINED, null)), INCONCLUSIVE, "ownedNothing");
    assertThat(judge(Experiments.of(null, NONE, RECOVERED, REJOINED, null)).status())
        .as("not told is not nothing")
        .isEqualTo(PASS);
  }

  private static Message problem(String code) {
    return Message.of(code, Map.of("text", "x", "what", "x", "problems", "x"));
  }

  /** A trial that lost this, and neither recovered nor saw its node again. */
  private static Experiment stopped(Loss loss, Message problem) {
    return Experiments.of(80L, loss, NO_CALL, NEVER, problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"trial.interrupted", "asIs", "trial.internalError", "trial.problems"})
  void shouldJudgeNoRecoveryWhenTheMethodCouldNotBeCarriedOut(String problem) {
    assertVerdict(
        judge(stopped(NONE, problem(problem)), Criteria.defaults().with("beat.p99", 0.001)),
        INCONCLUSIVE,
        "cutShort latency");
  }

  @ParameterizedTest
  @ValueSource(strings = {"asIs", "trial.internalError", "trial.problems"})
  void shouldFailForWhatWasLostBeforeTheMethodWasCutShort(String problem) {
    assertVerdict(
        judge(stopped(new Loss(500, 0, 60), problem(problem))), FAIL, "dataLoss cutShort");
  }

  @Test
  void shouldJudgeTheRegistryWhenOneOfSeveralProblemsIsItsOwn() {
    Message several =
        Message.of("trial.problems", Map.of("problems", List.of(NOT_BACK, problem("asIs"))));

    assertVerdict(judge(stopped(NONE, several)), FAIL, "notRecovered notRejoined cutShort");
  }

  @ParameterizedTest
  @CsvSource({"asIs, 0.001, nothingBroken latency", "trial.neverWhole, 1000, nothingBroken"})
  void shouldJudgeNothingWhenNothingWasBroken(String problem, double beatP99Ms, String codes) {
    assertVerdict(
        judge(
            Experiments.nothingBroken(problem(problem)),
            Criteria.defaults().with("beat.p99", beatP99Ms)),
        INCONCLUSIVE,
        codes);
  }

  @Test
  void shouldFailWhenANodeThatWasToReturnDidNot() {
    assertVerdict(
        judge(Experiments.of(80L, NONE, RECOVERED, NEVER, NOT_BACK)), FAIL, "notRejoined cutShort");
    assertVerdict(
        judge(Experiments.of(80L, NONE, RECOVERED, REJOINED, NOT_BACK)), FAIL, "cutShort");
    Message noLeader = Message.of("trial.noLeader", Map.of("limit", 180));
    assertVerdict(
        judge(Experiments.of(80L, NONE, RECOVERED, REJOINED, noLeader)), FAIL, "cutShort");
  }

  @Test
  void shouldJudgeNothingWhenAHookDidNotDoWhatItWasAskedFor() {
    Message failed = Message.of("trial.hook", Map.of("text", "'kill' exited with 1"));

    assertVerdict(
        judge(Experiments.of(80L, new Loss(5, 0, 60), RECOVERED, REJOINED, failed)),
        INCONCLUSIVE,
        "cutShort");
  }
}
