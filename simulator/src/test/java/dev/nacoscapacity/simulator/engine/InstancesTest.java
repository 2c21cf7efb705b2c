package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.workload.ApiRate;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.simulator.Workloads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which calls count for a ramp of the instances of an event loop. */
class InstancesTest extends OnOneLoop {

  @Test
  void shouldNotCountARenewedLoginTowardsTheRamp() {
    FleetLoop loop = loop(3, 1, beats());
    ramp(loop, Operation.REGISTER);
    advance(20);
    loop.instances.login(1);
    driver.answer(only(Operation.LOGIN), ok());
    assertThat(loop.instances.rampState().completed()).isZero();
    driver.answerAll(Operation.REGISTER, ok());

    assertThat(loop.instances.rampState())
        .isEqualTo(new Ramp.State(3, 3, true, Optional.empty(), false, false));
    assertThat(observer.notes()).contains("login 1");
  }

  @Test
  void shouldNotCountCallsOfAnEarlierRamp() {
    FleetLoop loop = loop(2, 1, beats());
    ramp(loop, Operation.REGISTER);
    advance(20);
    loop.instances.endRamp();
    ramp(loop, Operation.DEREGISTER);
    advance(20);
    driver.answerAll(Operation.REGISTER, ok());
    assertThat(loop.instances.rampState().completed()).isZero();
    driver.answerAll(Operation.DEREGISTER, ok());

    assertThat(loop.instances.rampState())
        .isEqualTo(new Ramp.State(2, 2, true, Optional.empty(), false, false));
  }

  @Test
  void shouldDeregisterOnlyWhatMayBeRegistered() {
    FleetLoop loop = loop(3, 1, beats());
    loop.instances.ramp(
        Operation.REGISTER, arrival -> arrival == 0 ? now : now + 1000 * 1000 * MILLI, now);
    advance(20);
    driver.answer(only(Operation.REGISTER), failed("timed out"));
    ramp(loop, Operation.DEREGISTER);
    advance(20);

    assertThat(driver.calls(Operation.DEREGISTER)).hasSize(1);
    assertThat(loop.instances.rampState().completed()).isEqualTo(2);
  }

  /** It would stay for ever, and another node takes the deregistration. */
  @Test
  void shouldConnectAPersistentInstanceAgainToDeregisterIt() {
    Traffic traffic =
        new Traffic("own", List.of(ServiceClass.plain("all", Map.of(2, 1))), null, null, List.of())
            .withRate(new ApiRate(ApiRate.Api.REGISTER, 1, true));
    FleetLoop loop =
        running(
            Workloads.fleet(traffic),
            beats().clients(Workloads.grpc(ClientModel.POLLING, 0, false)));
    loop.stopLoad();
    driver.disconnect(0);
    ramp(loop, Operation.DEREGISTER);
    advance(20);

    assertThat(driver.calls(Operation.DEREGISTER))
        .extracting(call -> call.actor)
        .containsExactly(1);
    driver.answer(only(Operation.CONNECT), ok());
    driver.answerAll(Operation.DEREGISTER, ok());

    assertThat(loop.instances.rampState())
        .isEqualTo(new Ramp.State(2, 2, true, Optional.empty(), false, false));
  }
}
