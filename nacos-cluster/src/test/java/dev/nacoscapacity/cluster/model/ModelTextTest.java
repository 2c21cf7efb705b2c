package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Profile;
import dev.nacoscapacity.cluster.ServerVersion;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ModelTextTest {

  private static final ClusterSpec ASKED =
      ClusterSpec.of(ServerVersion.V1_4_1, 3)
          .withAuth(true)
          .withAuthCache(true)
          .withHeap("2g")
          .withProfile(Profile.PUBLISHED)
          .withJvmArg("-Dcom.alibaba.nacos.naming.health.thread.num=3");

  @Test
  void shouldPutARowsSettingsOverTheModelsOwn() {
    ModelSpec spec = with("this-machine", ASKED);

    assertThat(spec.nodes()).isEqualTo(3);
    assertThat(spec.heap()).isEqualTo(2L << 30);
    assertThat(spec.tokenCache()).isTrue();
    assertThat(spec.tomcat().threads()).isEqualTo(4000);
    assertThat(spec.beatThreads()).isEqualTo(3);
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

  private static ModelSpec with(String name, ClusterSpec cluster) {
    return ModelFile.parse(
        ModelSource.text(
            "row", "row.yaml", ModelText.with(name, cluster), Path.of("").toAbsolutePath()));
  }
}
