package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.Tuning;
import dev.nacoscapacity.core.yaml.YamlException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ModelOverridesTest {

  private static final ClusterSpec ASKED =
      ClusterSpec.of(ServerVersion.V1_4_1, 3)
          .withAuth(true)
          .withAuthCache(true)
          .withHeap("2g")
          .withTuning(Tuning.PUBLISHED)
          .withJvmArg("-Dcom.alibaba.nacos.naming.health.thread.num=3");

  @Test
  void shouldPutARowsSettingsOverTheModelsOwn() {
    ModelSpec spec = with("this-machine", ASKED);

    assertThat(spec.nodes()).isEqualTo(3);
    assertThat(spec.settings().heap()).isEqualTo(2L << 30);
    assertThat(spec.settings().tokenCache()).isTrue();
    assertThat(spec.settings().tomcat().threads()).isEqualTo(4000);
    assertThat(spec.settings().beatThreads()).isEqualTo(3);
    assertThat(spec.machines()).isEqualTo(new ModelSpec.Machines(1, 2, 1, true));
    assertThat(spec.costs().file().name()).isEqualTo("nacos-1.4.1");
  }

  @Test
  void shouldTakeTheCostsOfTheRowsVersion() {
    ModelSpec spec = with("published", ClusterSpec.of(ServerVersion.V2_2_4, 5));

    assertThat(spec.version()).isEqualTo(ServerVersion.V2_2_4);
    assertThat(spec.costs().file().name()).isEqualTo("nacos-2.2.4");
    assertThat(spec.behaviour().lostRegistration()).isTrue();
  }

  @Test
  void shouldKeepZonesWhenTheNodesAreAsMany() {
    ClusterSpec three = ClusterSpec.of(ServerVersion.V1_4_1, 3);

    assertThat(with("three-nodes-two-zones", three).zones()).hasSize(2);
    assertThat(with("three-nodes-two-zones", three).delays())
        .isEqualTo(ModelFile.read("three-nodes-two-zones").delays());
  }

  @Test
  void shouldLeaveOutTheDelayBetweenZonesWhenTheNodesAreNotAsMany() {
    ModelSpec before = ModelFile.read("three-nodes-two-zones");

    ModelSpec spec = with("three-nodes-two-zones", ClusterSpec.of(ServerVersion.V2_2_4, 5));

    assertThat(spec.zones()).hasSize(1);
    assertThat(spec.delays())
        .isEqualTo(
            new ModelSpec.Delays(
                before.delays().delay(), before.delays().jitter(), before.delays().delay()));
  }

  @Test
  void shouldKeepAMachineForEachNodeWhenThereAreMoreNodes() {
    ClusterSpec seven = ClusterSpec.of(ServerVersion.V1_4_1, 7);

    assertThat(with("five-small", seven).machines().count()).isEqualTo(7);
    assertThat(with("published", seven).machines().count()).as("5 for 5").isEqualTo(7);
    assertThat(with("this-machine", seven).machines().count()).as("1 for 5").isEqualTo(1);
  }

  @Test
  void shouldGiveNodesWithAQuotaASmallMachineEach() {
    ModelSpec spec = with("this-machine", ClusterSpec.of(ServerVersion.V1_4_1, 5).withCores(0.3));

    assertThat(spec.machines()).isEqualTo(new ModelSpec.Machines(5, 1, 1, false, Optional.of(0.3)));
    assertThat(spec.delays()).isEqualTo(ModelFile.read("this-machine").delays());
    assertThat(spec.settings().forwards()).isEqualTo(new ModelSpec.Forwards(1, 2));
    assertThat(spec.settings().grpcThreads()).isEqualTo(16);
  }

  @Test
  void shouldRefuseQuotasThatExceedTheMachine() {
    ClusterSpec whole = ClusterSpec.of(ServerVersion.V1_4_1, 5).withCores(1.0);

    assertThatThrownBy(() -> with("this-machine", whole))
        .isInstanceOf(YamlException.class)
        .hasMessage("5 nodes of 1.0 processors each need more than the 2 of their machine");
    assertThat(with("five-small", whole).machines())
        .isEqualTo(new ModelSpec.Machines(5, 1, 1, false, Optional.of(1.0)));
  }

  @Test
  void shouldLeaveNodesThatMayUseAllProcessorsToShareThem() {
    ClusterSpec whole = ClusterSpec.of(ServerVersion.V1_4_1, 5).withCores(2.0);

    assertThat(with("this-machine", whole).machines())
        .isEqualTo(new ModelSpec.Machines(1, 2, 1, true));
  }

  @Test
  void shouldSizeThePoolsByTheProcessorsThatTheJvmIsToldOf() {
    ClusterSpec cluster =
        ClusterSpec.of(ServerVersion.V1_4_1, 5).withJvmArg("-XX:ActiveProcessorCount=8");

    ModelSpec spec = with("this-machine", cluster);

    assertThat(spec.settings().forwards()).isEqualTo(new ModelSpec.Forwards(8, 16));
    assertThat(spec.settings().beatThreads()).isEqualTo(4);
    assertThat(spec.settings().grpcThreads()).isEqualTo(128);
    assertThat(spec.machines().cores()).isEqualTo(2);
  }

  @Test
  void shouldNameTheModelAndWhatIsPutOverIt() {
    ModelSpec spec = with("this-machine", ASKED);

    assertThat(spec.file().sha256()).isEqualTo(ModelFile.read("this-machine").file().sha256());
    assertThat(spec.file().name())
        .startsWith("this-machine with 3 nodes of 1.4.1, heap 2g, ")
        .contains("health.thread.num=3");
  }

  @Test
  void shouldRefuseWhatNoModelHas() {
    ClusterSpec five = ClusterSpec.of(ServerVersion.V1_4_1, 5);

    assertThatThrownBy(() -> with("this-machine", ClusterSpec.of(ServerVersion.V2_0_4, 5)))
        .isInstanceOf(YamlException.class)
        .hasMessageContaining("not of 2.0.4");
    assertThatThrownBy(() -> with("this-machine", five.withHeap("32m")))
        .isInstanceOf(YamlException.class)
        .hasMessageContaining("32m");
    assertThatThrownBy(
            () ->
                with(
                    "this-machine",
                    five.withMore(Map.of("server.tomcat.max-threads", "x"), List.of())))
        .isInstanceOf(YamlException.class)
        .hasMessageContaining("server.tomcat.max-threads");
  }

  private static ModelSpec with(String name, ClusterSpec cluster) {
    return ModelOverrides.of(ModelFile.read(name), cluster);
  }
}
