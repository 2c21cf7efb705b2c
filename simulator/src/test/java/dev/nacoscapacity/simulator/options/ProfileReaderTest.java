package dev.nacoscapacity.simulator.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Configurations;
import dev.nacoscapacity.core.workload.Protocol;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.SlowClients;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Wave;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.core.yaml.YamlException;
import dev.nacoscapacity.simulator.preflight.OfferedRates;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.workload.ServiceSizes;
import dev.nacoscapacity.simulator.workload.WaveTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ProfileReaderTest {

  private static final Path SHIPPED = Path.of("../profiles");

  private static final String PROFILE =
      """
      protocol: http=0.7,grpc=0.3
      client-model: java-2x
      threshold: [list.p99<800ms, missing<=5 abort after 30s]
      services:
        - name: shared
          sizes: {20: 3, 60: 1}
          subscribes: 2.5
          popularity: 40
          metadata-bytes: 300
          configs: 4
        - name: jobs
          count: 60
          instances: 1
          beat: 15s
          list: 30s
        - name: others
          count: 10
          total: 100
          tail: 1
      waves:
        - {at: 20s, kind: deploy, classes: [shared, jobs], share: 0.5, per-minute: 600, absent: 30s}
        - {at: 90s, kind: crash, absent: 20s}
        - {at: 120s, kind: scale, to: 0.25}
      """;

  private static final String JOBS = "services: [{name: jobs, count: 60, instances: 1}]\n";

  @TempDir Path folder;

  private static TrafficProfile read(String text) {
    return ProfileReader.read("own", "own.yaml", text);
  }

  @Test
  void shouldReadAWholeProfile() {
    TrafficProfile profile = read(PROFILE);

    assertThat(profile.protocol().map(Protocol::label)).contains("http=0.7,grpc=0.3");
    assertThat(profile.model()).contains(ClientModel.JAVA_2X);
    assertThat(profile.thresholds()).hasToString("[list.p99<=800ms, missing<=5 abort after 30s]");
    assertThat(profile.traffic().profile()).isEqualTo("own");
    assertThat(profile.traffic().instances()).isEqualTo(120 + 60 + 100);
    assertThat(profile.traffic().classes().subList(0, 2))
        .containsExactly(
            new ServiceClass(
                "shared", new TreeMap<>(Map.of(20, 3, 60, 1)), 2.5, 40, 300, 4, null, null),
            new ServiceClass("jobs", new TreeMap<>(Map.of(1, 60)), null, 0, 0, 1, 15.0, 30.0));
    assertThat(profile.traffic().classes().get(2).largest()).isGreaterThan(30);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          services: []                                        | own.yaml:1:11: a profile has 1 to 100 classes of services
          servces: [{name: a}]                                | own.yaml:1:1: unknown key 'servces'; known here: client-model, configurations, protocol, services, slow-clients, threshold, waves
          protocol: soap                                      | own.yaml:1:1: a profile has 1 to 100 classes
          {threshold: list.p98<1ms, services: [{name: a, count: 1, instances: 1}]} | own.yaml:1:13: 'list.p98<1ms' is of no figure
          services: [{count: 1, instances: 1}]                | own.yaml:1:12: a class has a name
          services: [{name: My Shop, count: 1, instances: 1}] | own.yaml:1:19: a class has a name
          services: [{name: a, count: 1, total: 9, instance: 2}] | own.yaml:1:42: unknown key 'instance'
          services: [{name: a, count: 1}]                     | own.yaml:1:12: a class has a 'count' of services with 'instances' each
          services: [{name: a, count: 0, instances: 1}]       | own.yaml:1:29: is 1 to 100,000,000, not '0'
          services: [{name: a, count: 9, total: 8}]           | own.yaml:1:39: is 9 to 100,000,000, not '8'
          services: [{name: a, count: 9, instances: 8, tail: 1}] | own.yaml:1:52: needs 'total'
          services: [{name: a, sizes: {2: 30, x: 1}}]         | own.yaml:1:40: a size is a number of instances above 0, not 'x'
          services: [{name: a, sizes: {2: 3}, count: 1}]      | own.yaml:1:29: says all about sizes
          services: [{name: a, count: 100000, instances: 100000}] | own.yaml:1:48: is 1 to 1,000, not '100000'
          services: [{name: a, count: 1, instances: 1, subscribes: -1}] | own.yaml:1:58: is 0 to 1,000, not '-1'
          services: [{name: a, count: 1, instances: 1, metadata-bytes: 5}] | own.yaml:1:62: is 0, or 14 or more
          services: [{name: a, count: 1, instances: 1, beat: fast}] | own.yaml:1:52: 'fast' is not a duration
          services: [{name: a, count: 1, instances: 1, beat: 0s}] | own.yaml:1:52: is above 0
          services: [{name: a, count: 1, instances: 1}, {name: a, count: 1, instances: 1}] | own.yaml:1:54: another class is called 'a'
          """)
  void shouldSayWhereAProfileIsWrong(String text, String fault) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(YamlException.class)
        .hasMessageStartingWith(fault);
  }

  @Test
  void shouldReadWaves() {
    assertThat(read(PROFILE).traffic().waves())
        .containsExactly(
            new Wave(20, Wave.Kind.DEPLOY, List.of("shared", "jobs"), 0.5, 600.0, 30.0, null),
            new Wave(90, Wave.Kind.CRASH, List.of(), 1, null, 20.0, null),
            new Wave(120, Wave.Kind.SCALE, List.of(), 1, null, null, 0.25));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {kind: deploy}                          | 3: a wave says when it begins and what it is
          {at: 20s}                               | 3: a wave says when it begins and what it is
          {at: 20s, kind: restart}                | 19: 'restart' is not deploy or crash or scale or login
          {at: soon, kind: crash, absent: 5s}     | 8: 'soon' is not a duration
          {at: 20s, kind: crash, size: 3}         | 26: unknown key 'size'; known here: absent, at, classes
          {at: 20s, kind: deploy, absent: 5s}     | 3: a deploy needs 'per-minute'
          {at: 20s, kind: crash}                  | 3: a crash needs 'absent': how long
          {at: 20s, kind: scale}                  | 3: a scale needs 'to': the share
          {at: 20s, kind: scale, to: 1}           | 30: that share is there already
          {at: 20s, kind: scale, to: 2}           | 30: is 0 to 1, not '2'
          {at: 20s, kind: scale, to: 0, share: 1} | 40: a scale has none
          {at: 20s, kind: scale, to: 0, absent: 5s} | 41: a scale has no 'absent': leave it out
          {at: 20s, kind: login, to: 0}           | 30: a login has no 'to': leave it out
          {at: 20s, kind: login, share: 0}        | 33: is above 0
          {at: 20s, kind: login, per-minute: 0}   | 38: is 1 to 1,000,000, not '0'
          {at: 20s, kind: login, classes: [b]}    | 35: 'b' is no class of this profile; its classes: a
          {at: 20s, kind: login, classes: []}     | 35: names one class or more
          """)
  void shouldSayWhereAWaveIsWrong(String wave, String fault) {
    assertThatThrownBy(
            () -> read("services: [{name: a, count: 1, instances: 1}]\nwaves:\n- " + wave))
        .isInstanceOf(YamlException.class)
        .hasMessageStartingWith("own.yaml:3:" + fault);
  }

  @Test
  void shouldRefuseWavesOutOfOrder() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    services: [{name: a, count: 1, instances: 1}]
                    waves:
                      - {at: 20s, kind: login}
                      - {at: 10s, kind: login}
                    """))
        .hasMessageStartingWith("own.yaml:4:10: waves stand in the order of their time");
  }

  @Test
  void shouldWriteWavesAsTheyAreRead() {
    Traffic traffic = read(PROFILE).traffic();

    assertThat(read(ProfileWriter.text(List.of(), "http", false, traffic)).traffic())
        .isEqualTo(traffic);
    assertThat(ServiceSizes.scaled(traffic, 30).waves()).isEqualTo(traffic.waves());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --duration=129s | --duration 129 s is too short for the profile's waves, which with 280 instances take until 120.105 s after it began, and --registration-grace is 10 s: write --duration 131s or more
          --duration=140s --registration-grace=30s | --duration 140 s is too short
          --duration=140s --instances=2800 | --profile has a wave at 120 s while that at 20 s, of the same services, goes on, and no other may while one scales: write 'at: 140s' or later there
          """)
  void shouldRefuseAWindowTooShortForItsWaves(String options, String fault) throws IOException {
    Path file = own();
    assertThat(WaveTurns.of(settings(file, "--duration=131s"))).hasSize(3);
    assertThatThrownBy(() -> settings(file, options))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(fault);
  }

  @Test
  void shouldRefuseLoginsOfClientsThatDoNotLogIn() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("storm.yaml"),
            "services: [{name: a, count: 1, instances: 1}]\nwaves: [{at: 5s, kind: login}]");

    assertThatThrownBy(() -> settings(file, ""))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("--profile", "--auth");
  }

  @Test
  void shouldRefuseAProfileOfMoreInstancesThanAFleetMayHave() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    services:
                      - {name: a, count: 1, instances: 99999999}
                      - {name: b, count: 2, instances: 1}
                    """))
        .hasMessageStartingWith("own.yaml:3:5: up to here the profile has 100,000,001 instances");
  }

  static Stream<Path> shipped() throws IOException {
    return Files.list(SHIPPED).filter(file -> file.toString().endsWith(".yaml")).sorted();
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void shouldAcceptEachShippedProfileAndATenthOfIt(Path file) {
    Workload whole = settings(file, "", true);
    int tenth = whole.population().instances() / 10;

    assertThat(whole.population().services()).isPositive();
    assertThat(settings(file, "--instances=" + tenth, true).population().instances())
        .isEqualTo(tenth);
  }

  private Path own() throws IOException {
    return Files.writeString(folder.resolve("own.yaml"), PROFILE);
  }

  @Test
  void shouldApplyAProfile() throws IOException {
    Workload settings = settings(own(), "");

    assertThat(settings.protocol().label()).isEqualTo("http=0.7,grpc=0.3");
    assertThat(settings.clients().polls()).isFalse();
    assertThat(settings.population().instances()).isEqualTo(280);
    assertThat(settings.population().services()).isEqualTo(74);
    assertThat(settings.population().traffic().profile()).isEqualTo("own");
    // Over HTTP 220 of 280 each 5 s and 60 each 15 s, and about three tenths of them not.
    assertThat(new LoadFigures(settings).offered().beats())
        .isCloseTo(0.7 * (44 + 4) + 0.3 * 56, Offset.offset(1.0));
  }

  /** Over HTTP one instance of each of the 60 services listens. */
  @Test
  void shouldOfferWhatAProfilePublishesAndItsReads() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("jobs.yaml"), JOBS + "configurations: {publish-per-minute: 90}\n");

    OfferedRates offered = new LoadFigures(settings(file, "")).offered();

    assertThat(offered.publishes()).isEqualTo(1.5);
    assertThat(offered.reads()).isEqualTo(1.5);
  }

  @Test
  void shouldPreferOptionsToTheProfile() throws IOException {
    Workload settings =
        settings(own(), "--protocol=grpc --client-model=java-2x --subscribe=1 --beat=4s");

    assertThat(settings.protocol().mixed()).isFalse();
    assertThat(settings.population().traffic().classes())
        .extracting(ServiceClass::subscribes)
        .containsExactly(1.0, null, null);
    assertThat(settings.population().traffic().classes())
        .allSatisfy(each -> assertThat(each.beatSeconds()).isEqualTo(4));
  }

  @Test
  void shouldRefusePeriodsThatHaveNothingInCommon() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("odd.yaml"),
            "services: [{name: a, count: 1, instances: 1},"
                + " {name: b, count: 1, instances: 1, beat: 4001ms}]");

    assertThatThrownBy(() -> settings(file, ""))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("--profile", "5000, 4001 ms", "1 ms");
  }

  private static Workload settings(Path profile, String more) {
    return settings(profile, more, false);
  }

  private static Workload settings(Path profile, String more, boolean auth) {
    List<String> args = new ArrayList<>(List.of("--profile=" + profile));
    if (!more.contains("--duration")) {
      args.add("--duration=10m");
    }
    Stream.of(more.split(" ")).filter(each -> !each.isEmpty()).forEach(args::add);
    WorkloadOptions options = new WorkloadOptions();
    Conventions.parser(options).parseArgs(args.toArray(String[]::new));
    return options.workload(
        options.instances(), Duration.ZERO, auth, InstantSource.fixed(Instant.EPOCH));
  }

  @Test
  void shouldReadSlowClients() {
    assertThat(read(JOBS).traffic().slowClients()).isNull();
    assertThat(read(JOBS + "slow-clients: {share: 0.01, delay: 2s}").traffic().slowClients())
        .isEqualTo(new SlowClients(0.01, 2));
    assertThatThrownBy(() -> read(JOBS + "slow-clients: {share: 0.01}"))
        .hasMessageContaining("as in '{share: 0.01, delay: 2s}'");
  }

  @Test
  void shouldHaveNoConfigurationsUnlessTheProfileNamesThem() {
    assertThat(read(PROFILE).traffic().configurations()).isNull();
    assertThat(read(JOBS + "configurations: {publish-per-minute: 60}").traffic().configurations())
        .isEqualTo(new Configurations(60, 2000));
    assertThat(
            read(JOBS + "configurations: {publish-per-minute: 0.5, bytes: 300}")
                .traffic()
                .configurations())
        .isEqualTo(new Configurations(0.5, 300));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{bytes: 20}|own.yaml:2:25: is 100 to 100,000, not '20'",
        "{bytes: 100001}|own.yaml:2:25: is 100 to 100,000, not '100001'",
        "{publish-per-minute: -1}|own.yaml:2:38: is 0 to 600,000, not '-1'",
        "{size: 2}|own.yaml:2:18: unknown key 'size'"
      })
  void shouldRefuseImpossibleConfigurations(String configurations, String complaint) {
    assertThatThrownBy(() -> read(JOBS + "configurations: " + configurations))
        .isInstanceOf(YamlException.class)
        .hasMessageStartingWith(complaint);
  }
}
