package dev.nacoscapacity.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.RunFolder;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** A registry in a container, as a project's own test would start it. */
@Tag("full")
@Testcontainers(disabledWithoutDocker = true)
class NacosContainerIT {

  /** Every client looks for gRPC 1,000 ports above HTTP, so Docker may not choose the two. */
  @Container
  static final GenericContainer<?> NACOS =
      new GenericContainer<>("nacos/nacos-server:v2.5.0")
          .withEnv("MODE", "standalone")
          .withExposedPorts(8848, 9848)
          .waitingFor(Wait.forHttp("/nacos/v1/console/health/readiness").forPort(8848));

  static {
    NACOS.setPortBindings(List.of("18848:8848", "19848:9848"));
  }

  @NacosTarget
  static String registry() {
    return NACOS.getHost() + ":" + NACOS.getMappedPort(8848);
  }

  @Test
  @NacosCapacity(
      instances = 200,
      threshold = {"window>=20s", "list.p99<500ms", "register.failed==0"},
      options = {"--duration", "20s", "--warmup", "10s"})
  void shouldHoldTheFleetOfThisService(RunFolder run) {
    assertThat(run.run().workload().protocol().grpc()).isTrue();
  }
}
