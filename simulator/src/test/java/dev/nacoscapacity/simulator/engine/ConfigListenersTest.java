package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.Configurations;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Two instances of one service with two configurations, which exist. */
class ConfigListenersTest extends OnOneLoop {

  private static final int LISTEN = 30_000;

  private final Fleet fleet =
      Workloads.fleet(
          new Traffic(
              "own",
              List.of(ServiceClass.plain("all", Map.of(2, 1)).withConfigs(2)),
              new Configurations(2, 100),
              null,
              List.of()));
  private FleetLoop loop;

  /** Whatever but listens and reads is answered at once. */
  private void start(Clients clients) {
    loop = loop(fleet, beats().listen(LISTEN).admissions(1_000).clients(clients));
    List.of(Operation.BEAT, Operation.CONNECT, Operation.PUBLISH, Operation.REMOVE)
        .forEach(driver::answerAtOnce);
    driver.answerAtOnce(Operation.REGISTER);
    loop.startLoad(now);
    roll(Operation.PUBLISH);
    roll(Operation.REGISTER);
  }

  private void overHttp() {
    start(HttpClients.USUAL);
  }

  /** Each instance listens. */
  private void overGrpc() {
    start(Workloads.grpc(ClientModel.JAVA_2X, 0, true));
  }

  private void roll(Operation operation) {
    ramp(loop, operation);
    advance(200);
    assertThat(loop.instances.rampState().finished()).isTrue();
    loop.instances.endRamp();
  }

  private static String text(Call read, int version) {
    return content(((ReadCall) read).number, version).text();
  }

  private static ConfigContent content(int number, int version) {
    return ConfigContent.of(dataId(number), version, 100);
  }

  private static String dataId(int number) {
    return number == 0 ? "run-0000" : "run-0000." + number;
  }

  private void answerReads(int version) {
    driver
        .calls(Operation.READ)
        .forEach(
            read -> driver.answer(read, call -> ((ReadCall) call).content = text(call, version)));
  }

  private void tellChanged(Call listen, int number) {
    driver.answer(listen, call -> ((ListenCall) call).changed = List.of(dataId(number)));
  }

  private List<String> published() {
    return driver.sent().stream().filter(call -> call.startsWith("PUBLISH")).toList();
  }

  @Test
  void shouldReadAllThatItHasPublishedAndListenWithTheirDigests() {
    overHttp();

    assertThat(published()).containsExactly("PUBLISH 0", "PUBLISH 0");
    assertThat(driver.calls(Operation.LISTEN)).isEmpty();
    assertThat(driver.calls(Operation.READ))
        .extracting(call -> ((ReadCall) call).number)
        .containsExactly(0, 1);

    answerReads(1);

    assertThat(((ListenCall) only(Operation.LISTEN)).contents())
        .containsExactly(content(0, 1), content(1, 1));
  }

  @Test
  void shouldListenAgainAsSoonAsALongPollIsOver() {
    overHttp();
    answerReads(1);
    advance(29_500);
    driver.answer(only(Operation.LISTEN), call -> {});

    assertThat(only(Operation.LISTEN).due).isEqualTo(now);
  }

  @Test
  void shouldReadAChangeAndKeepListening() {
    overHttp();
    answerReads(1);
    driver.hold(Operation.PUBLISH);
    advance(60_000);
    Call publication = driver.calls(Operation.PUBLISH).get(0);
    int number = ((PublishCall) publication).number;
    assertThat(((PublishCall) publication).content().version()).isEqualTo(2);
    long written = publication.written;
    tellChanged(only(Operation.LISTEN), number);

    Call read = only(Operation.READ);
    assertThat(((ReadCall) read).number).isEqualTo(number);
    assertThat(((ReadCall) read).notified).isTrue();
    open(loop, 1_000);
    advance(20);
    long delay = now - written;
    answerReads(2);

    assertThat(((ListenCall) only(Operation.LISTEN)).contents()[number])
        .isEqualTo(content(number, 2));
    assertThat(loop.stats.measured().histogram(FleetDuration.CONFIG_CHANGES).getTotalCount())
        .isEqualTo(1);
    assertThat(loop.stats.measured().histogram(FleetDuration.LAST_CONFIG_CHANGES).getMaxValue())
        .isCloseTo(delay / 1000, Percentage.withPercentage(1));
  }

  @Test
  void shouldCountAChangeThatAListenerWasNeverToldOf() {
    overHttp();
    answerReads(1);
    advance(60_000);
    int changed = published().size() - 2;
    driver.hold(Operation.PUBLISH);
    advance(61_000);

    loop.stopLoad();

    assertThat(loop.takeSecond().histogram(FleetDuration.CONFIG_CHANGES_INCOMPLETE).getTotalCount())
        .isEqualTo(changed)
        .isPositive();
  }

  @Test
  void shouldNotCountAChangeOfWhichAListenerMayYetBeTold() {
    overHttp();
    answerReads(1);
    advance(60_000);

    loop.stopLoad();

    assertThat(published()).hasSizeGreaterThan(2);
    assertThat(loop.takeSecond().histogram(FleetDuration.CONFIG_CHANGES_INCOMPLETE).getTotalCount())
        .isZero();
  }

  @Test
  void shouldCountOldContentAsAFailureAndAskAgainAtOnce() {
    overHttp();
    answerReads(1);
    advance(60_000);
    tellChanged(only(Operation.LISTEN), 0);
    loop.takeSecond();
    answerReads(1);

    assertThat(loop.takeSecond().of(Operation.READ).failures()).containsEntry("old content", 1L);
    assertThat(((ListenCall) only(Operation.LISTEN)).contents()[0]).isEqualTo(content(0, 1));
  }

  @Test
  void shouldWaitWhenANodeIsBehindTheClient() {
    overHttp();
    answerReads(1);
    advance(60_000);
    tellChanged(only(Operation.LISTEN), 0);
    answerReads(2);
    tellChanged(only(Operation.LISTEN), 0);
    answerReads(1);

    advance(1_900);
    assertThat(driver.calls(Operation.LISTEN)).isEmpty();
    advance(200);
    assertThat(((ListenCall) only(Operation.LISTEN)).contents()[0]).isEqualTo(content(0, 2));
  }

  @Test
  void shouldCountForeignContentAsAFailure() {
    overHttp();
    loop.takeSecond();
    Call first = driver.calls(Operation.READ).get(0);
    Call second = driver.calls(Operation.READ).get(1);
    driver.answer(first, call -> ((ReadCall) call).content = text(call, 7));
    driver.answer(second, call -> ((ReadCall) call).content = "anything");

    assertThat(loop.takeSecond().of(Operation.READ).failures())
        .containsEntry("unexpected content", 2L);
  }

  @Test
  void shouldWaitAfterAFailedRead() {
    overHttp();
    driver.answerAll(Operation.READ, failed("http 500"));

    advance(1_900);
    assertThat(driver.calls(Operation.LISTEN)).isEmpty();
    advance(200);
    assertThat(((ListenCall) only(Operation.LISTEN)).contents()[0]).isEqualTo(ConfigContent.NONE);
  }

  @Test
  void shouldCountAListenerWithoutAnswersAsUnserved() {
    overHttp();
    answerReads(1);
    loop.takeSecond();
    driver.answer(only(Operation.LISTEN), failed("connection closed"));

    assertThat(count(loop.takeSecond(), Operation.LISTEN, OperationCount.UNSERVED)).isEqualTo(1);
    advance(2_100);
    driver.answer(only(Operation.LISTEN), call -> {});
    assertThat(count(loop.takeSecond(), Operation.LISTEN, OperationCount.UNSERVED)).isZero();
  }

  /** What clients over gRPC ask beside what they ask from time to time. */
  private List<Call> immediateListens() {
    return driver.calls(Operation.LISTEN).stream()
        .filter(call -> ((FleetCall) call).period == 0)
        .toList();
  }

  private void answerListens() {
    driver.calls(Operation.LISTEN).forEach(listen -> driver.answer(listen, call -> {}));
  }

  /** The last of all is known only when every listener has read it. */
  @Test
  void shouldListenOverGrpcWhenItIsNotified() {
    overGrpc();
    answerReads(1);
    answerListens();
    assertThat(immediateListens()).isEmpty();
    driver.hold(Operation.PUBLISH);
    advance(60_000);
    answerListens();
    int number = ((PublishCall) driver.calls(Operation.PUBLISH).get(0)).number;
    loop.takeSecond();

    driver.changed(0, dataId(number));
    driver.changed(1, dataId(number));

    assertThat(immediateListens())
        .extracting(call -> ((ListenCall) call).numbers())
        .containsExactly(new int[] {number}, new int[] {number});
    immediateListens().forEach(listen -> tellChanged(listen, number));
    driver.answer(
        driver.calls(Operation.READ).get(0), call -> ((ReadCall) call).content = text(call, 2));
    RunStats stats = loop.takeSecond();
    assertThat(stats.histogram(FleetDuration.CONFIG_CHANGES).getTotalCount()).isEqualTo(1);
    assertThat(stats.histogram(FleetDuration.LAST_CONFIG_CHANGES).getTotalCount()).isZero();

    answerReads(2);

    assertThat(loop.takeSecond().histogram(FleetDuration.LAST_CONFIG_CHANGES).getTotalCount())
        .isEqualTo(1);
    assertThat(immediateListens())
        .allSatisfy(
            listen ->
                assertThat(((ListenCall) listen).contents()).containsExactly(content(number, 2)));
  }

  @Test
  void shouldListenOnceMoreWhenItIsNotifiedMeanwhile() {
    overGrpc();
    answerReads(1);
    driver.changed(0, dataId(1));
    assertThat(immediateListens()).hasSize(2);

    immediateListens().forEach(listen -> driver.answer(listen, call -> {}));

    assertThat(immediateListens())
        .singleElement()
        .satisfies(listen -> assertThat(((ListenCall) listen).numbers()).containsExactly(1));
  }

  /** What it asks from time to time may be answered after it has read a change. */
  @Test
  void shouldNotReadAgainWhatItHasReadMeanwhile() {
    overGrpc();
    answerReads(1);
    answerListens();
    advance(60_000);
    Call periodic =
        driver.calls(Operation.LISTEN).stream().filter(call -> call.actor == 0).findAny().get();
    assertThat(((FleetCall) periodic).period).isPositive();
    driver.changed(0, dataId(0));
    tellChanged(immediateListens().get(0), 0);
    answerReads(2);
    driver.answer(immediateListens().get(0), call -> {});

    tellChanged(periodic, 0);

    assertThat(driver.calls(Operation.READ)).isEmpty();
  }

  @Test
  void shouldRemoveWhatItPublishedOnceTheLoadIsOver() {
    overHttp();
    answerReads(1);
    loop.stopLoad();
    driver.sent().clear();
    tellChanged(only(Operation.LISTEN), 0);
    roll(Operation.REMOVE);

    assertThat(driver.sent()).containsExactly("REMOVE 0", "REMOVE 0");
  }

  @Test
  void shouldCountEachChangeOfARamp() {
    overHttp();
    loop.stopLoad();
    driver.hold(Operation.REMOVE);
    ramp(loop, Operation.REMOVE);
    advance(20);
    driver.answer(only(Operation.REMOVE), call -> {});

    assertThat(loop.instances.rampState().finished()).isFalse();
    assertThat(loop.instances.rampState().succeeded()).isEqualTo(1);
  }

  /** Else the publication could reach a node after the removal, and stay. */
  @Test
  void shouldRemoveOnlyOnceItsPublicationHasEnded() {
    overHttp();
    answerReads(1);
    driver.hold(Operation.PUBLISH);
    advance(60_000);
    loop.stopLoad();
    driver.sent().clear();
    ramp(loop, Operation.REMOVE);
    advance(200);
    assertThat(driver.sent()).isEmpty();

    driver.answerAll(Operation.PUBLISH, failed("http 500"));
    advance(200);

    assertThat(driver.sent()).containsExactly("REMOVE 0", "REMOVE 0");
    assertThat(loop.instances.rampState().finished()).isTrue();
  }
}
