package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.yaml.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class ModelFileTest {

  private static final List<String> SHIPPED = ModelFile.SHIPPED;

  @TempDir private Path folder;

  private static ModelSpec parse(String text) {
    return ModelFile.parse(ModelSource.text("m.yaml", "m.yaml", text, Path.of("")));
  }

  @ParameterizedTest
  @FieldSource("SHIPPED")
  void shouldParseWhenShipped(String name) {
    ModelSpec spec = ModelFile.read(name);
    assertThat(spec.file().name()).isEqualTo(name);
    assertThat(spec.file().sha256()).hasSize(64);
    assertThat(spec.costs().version()).isEqualTo(spec.version());
  }

  @Test
  void shouldReadWhatIsThereWhenShipped() {
    ModelSpec zones = ModelFile.read("three-nodes-two-zones");
    assertThat(zones.version()).isEqualTo(ServerVersion.V2_2_4);
    assertThat(zones.nodes()).isEqualTo(3);
    assertThat(List.of(zones.zone(0), zones.zone(1), zones.zone(2))).containsExactly(0, 0, 1);
    assertThat(zones.delays()).isEqualTo(new ModelSpec.Delays(200_000, 100_000, 2_000_000));
    assertThat(zones.machines()).isEqualTo(new ModelSpec.Machines(3, 4, 1, false));
    assertThat(zones.settings().heap()).isEqualTo(2L << 30);
    ModelSpec machine = ModelFile.read("this-machine");
    assertThat(machine.machines()).isEqualTo(new ModelSpec.Machines(1, 2, 1, true));
    assertThat(machine.settings().beatThreads()).isEqualTo(1);
    assertThat(machine.settings().forwards()).isEqualTo(new ModelSpec.Forwards(2, 4));
    assertThat(ModelFile.read("published").settings().tomcat().threads()).isEqualTo(4000);
  }

  @Test
  void shouldTakeDefaultsWhenFileSaysLittle() {
    ModelSpec spec = parse("version: 1.4.1");
    assertThat(spec.nodes()).isEqualTo(5);
    assertThat(spec.machines()).isEqualTo(new ModelSpec.Machines(5, 16, 1, false));
    assertThat(spec.settings().beatThreads()).isEqualTo(8);
    assertThat(spec.settings().forwards()).isEqualTo(new ModelSpec.Forwards(16, 32));
    assertThat(spec.settings().tomcat()).isEqualTo(new ModelSpec.Tomcat(200, 100, 8192));
    assertThat(spec.delays()).isEqualTo(new ModelSpec.Delays(200_000, 100_000, 200_000));
    assertThat(spec.settings().tokenCache()).isFalse();
    assertThat(spec.behaviour()).isEqualTo(new ModelSpec.Behaviour(false, false));
    assertThat(parse("version: 2.2.4").behaviour()).isEqualTo(new ModelSpec.Behaviour(true, true));
    assertThat(parse("version: 2.5.0").behaviour())
        .isEqualTo(new ModelSpec.Behaviour(false, false));
    assertThat(parse("machines: {cores: 1}").settings().beatThreads()).isEqualTo(1);
    assertThat(spec.settings().grpcThreads()).isEqualTo(256);
    assertThat(parse("machines: {quota: 0.3}").machines())
        .isEqualTo(new ModelSpec.Machines(5, 16, 1, false, Optional.of(0.3)));
    assertThat(spec.withTokenCache(true).settings().tokenCache()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          heep: 8g                            | m.yaml:1:1: unknown key 'heep'; known here: beat-threads, behaviour, costs, forward-pool, grpc-threads, heap, links, machines, nodes, seed-of-behaviour, token-cache, tomcat, version, zones
          version: 2.0.4                      | m.yaml:1:10: 'version' is one of 1.4.1, 2.2.4, 2.5.0, 3.1.0, not '2.0.4'
          nodes: 51                           | m.yaml:1:8: 'nodes' is a whole number from 1 to 50, not '51'
          nodes: 2.5                          | m.yaml:1:8: 'nodes' is a whole number from 1 to 50, not '2.5'
          machines: {cores: 257}              | m.yaml:1:19: 'cores' is a whole number from 1 to 256, not '257'
          machines: {speed: 0.01}             | m.yaml:1:19: 'speed' is a number from 0.05 to 20, not '0.01'
          machines: {speed: NaN}              | m.yaml:1:19: 'speed' is a number from 0.05 to 20, not 'NaN'
          machines: {count: 6}                | m.yaml:1:19: 'count' is a whole number from 1 to 5, not '6'
          machines: {core: 2}                 | m.yaml:1:12: unknown key 'core'; known here: cores, count, quota, shared-with-generator, speed
          machines: {shared-with-generator: on} | m.yaml:1:35: nodes share one machine with the generator: write 'count: 1'
          machines: {cores: 2, quota: 3}      | m.yaml:1:29: 'quota' is a number from 0.01 to 2, not '3'
          machines: {count: 2, quota: 1}      | m.yaml:1:29: 'quota' is of nodes with a machine each: leave 'count' and 'shared-with-generator' out
          machines: 5                         | m.yaml:1:11: keys with values belong here, as in 'name: value'
          heap: 8                             | m.yaml:1:7: 'heap' is a size from 64m to 1024g such as 768m, not '8'
          heap: 2000g                         | m.yaml:1:7: 'heap' is a size from 64m to 1024g such as 768m, not '2000g'
          tomcat: {threads: 0}                | m.yaml:1:19: 'threads' is a whole number from 1 to 100000, not '0'
          beat-threads: 0                     | m.yaml:1:15: 'beat-threads' is a whole number from 1 to 100000, not '0'
          forward-pool: {route: 4, total: 3}  | m.yaml:1:33: 'total' is a whole number from 4 to 100000, not '3'
          links: {delay: 11s}                 | m.yaml:1:16: 'delay' is a time from 0s to 10s such as 0.2ms, not '11s'
          links: {delay: 1}                   | m.yaml:1:16: 'delay' is a time from 0s to 10s such as 0.2ms, not '1'
          links: {delay: 1ms, jitter: 2ms}    | m.yaml:1:29: 'jitter' is at most the delay, not above it
          links: {between-zones: 2ms}         | m.yaml:1:24: 'between-zones' needs two zones or more
          token-cache: yes                    | m.yaml:1:14: 'token-cache' is one of on, off, not 'yes'
          behaviour: {lostRegistration: on}   | m.yaml:1:31: 'lostRegistration' is off in 1.4.1, which answers no gRPC
          zones: []                           | m.yaml:1:8: zones have 1 to 50 nodes in all, not 0
          zones: [{nodes: 2}]                 | m.yaml:1:9: 'name' is missing here: a text
          zones: [{name: a}, {name: a}]       | m.yaml:1:27: another zone is called 'a', too
          zones: [{name: a, nodes: 50}, {name: b}] | m.yaml:1:8: zones have 1 to 50 nodes in all, not 51
          costs: nacos-2.2.4                  | m.yaml:1:8: 'costs' are of 2.2.4, and the model is of 1.4.1
          costs: nothing                      | m.yaml:1:8: there is no cost file 'nothing': it is one of nacos-1.4.1, nacos-2.2.4, nacos-2.5.0, nacos-3.1.0, or a file
          """)
  void shouldSayWhatIsWrongWhenValueIsImpossible(String text, String line) {
    assertThatThrownBy(() -> parse(text)).isInstanceOf(YamlException.class).hasMessage(line);
  }

  @Test
  void shouldRefuseNodesBesideZones() {
    assertThatThrownBy(() -> parse("nodes: 2\nzones: [{name: a}]"))
        .hasMessage("m.yaml:1:8: 'nodes' stands in each of the zones: leave it out here");
  }

  @Test
  void shouldNameLineWhenFileHasMany() throws IOException {
    Path file = Files.writeString(folder.resolve("mine.yaml"), "version: 1.4.1\n\nnodes: many\n");
    assertThatThrownBy(() -> ModelFile.read(file.toString()))
        .hasMessage(file + ":3:8: 'nodes' is a whole number from 1 to 50, not 'many'");
  }

  @Test
  void shouldTakeCostFileBesideModelWhenPathIsRelative() throws IOException {
    Path file = Files.writeString(folder.resolve("mine.yaml"), "costs: costs.yaml\n");
    Files.writeString(folder.resolve("costs.yaml"), "version: 1.4.1\n");
    assertThatThrownBy(() -> ModelFile.read(file.toString()))
        .hasMessageContaining(
            "costs.yaml:1:1: 'nodes' is missing here: a whole number from 1 to 1000");
  }

  @Test
  void shouldNameShippedOnesWhenThereIsNoSuchModel() {
    assertThatThrownBy(() -> ModelFile.read("publisht"))
        .hasMessage(
            "there is no model 'publisht': it is one of published, five-small,"
                + " three-nodes-two-zones, this-machine, published-2.2.4, this-machine-2.2.4, or a"
                + " file");
  }
}
