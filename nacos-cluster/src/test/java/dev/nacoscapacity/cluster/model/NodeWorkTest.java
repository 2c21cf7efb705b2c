package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.time.VirtualTime;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NodeWorkTest {

  private static final ServiceKey SERVICE = new ServiceKey("public", "DEFAULT_GROUP@@orders");

  private final NamingNode node =
      new ModelCluster(ModelFile.read("five-small"), false, new VirtualTime(Instant.EPOCH), 1)
          .node(0)
          .running()
          .naming;

  @Test
  void shouldAddTheVerificationOfATokenToItsCheckWhenNoCacheHasIt() {
    Costs costs = CostFile.read("nacos-1.4.1", Path.of(""));

    long withoutAuth = new NodeWork(costs, false, false).overHttp(list(), node);
    long cached = new NodeWork(costs, true, true).overHttp(list(), node);
    long verified = new NodeWork(costs, true, false).overHttp(list(), node);

    assertThat(cached - withoutAuth).isPositive().isEqualTo(costs.of(Cost.TOKEN_CHECK));
    assertThat(verified - cached).isPositive().isEqualTo(costs.of(Cost.TOKEN_VERIFICATION));
  }

  @Test
  void shouldCountBothOfARequestOverGrpcWhenNoCacheHasItsToken() {
    NodeWork work = new NodeWork(CostFile.read("nacos-2.2.4", Path.of("")), true, false);

    work.overGrpc(list(), node);

    assertThat(work.sums())
        .containsOnlyKeys("grpc-call", "grpc-token-check", "grpc-token-verification");
  }

  private static ModelCall list() {
    ModelCall call =
        new ModelCall() {
          @Override
          protected void listed(Service service) {}

          @Override
          protected void answered() {}
        };
    call.request = Operation.LIST;
    call.service = SERVICE;
    return call;
  }
}
