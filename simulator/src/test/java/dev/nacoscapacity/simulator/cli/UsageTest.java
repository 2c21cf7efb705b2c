package dev.nacoscapacity.simulator.cli;

import static dev.nacoscapacity.core.text.Arguments.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.nacoscapacity.cluster.network.LocalAddresses;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong usage is found before anything is opened: exit code 64, and one line that says it. */
@Execution(ExecutionMode.CONCURRENT)
class UsageTest {

  private static final String NOBODY = "127.0.0.1:1";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --nope                                    | Unknown option: '--nope'; see bin/simulator --help
          --instance 9                              | Unknown option: '--instance'; did you mean --instances?; see bin/simulator --help
          --nope 9 --stagse=1:60s                   | Unknown options: '--nope', '--stagse'; see bin/
          ''                                        | --instances N is needed
          doctor                                    | --instances N is needed
          nosuch                                    | Unmatched argument at index 0: 'nosuch'
          --instances                               | Missing required parameter for option '--instances' (N)
          --instances 0                             | --instances is 1 to 100000000, not 0
          --instances -5                            | --instances is 1 to 100000000, not -5
          --instances abc                           | 'abc' is not a whole number
          --instances 99999999999                   | '99999999999' is not a whole number of at most 2147483647
          --instances 1 --instances 2               | should be specified only once
          --instances 9 --target https://10.0.0.1:8848| 'https://10.0.0.1:8848' is TLS; write 10.0.0.1:8848 and --tls
          --instances 9 --target ::1:8848           | '::1:8848' is no HOST:PORT; write for example 127.0.0.1:8848 or [::1]:8848
          --instances 9 --tls-ca ca.pem             | --tls-ca, --tls-cert, --tls-key and --insecure need --tls
          --instances 9 --tls --insecure            | are for a registry of yours, --target HOST:PORT
          --instances 9 --target h:1 --tls=udp      | 'udp' is not all or http or grpc or entry
          --instances 9 --target h:1 --tls --tls-ca no-such.pem | there is no file
          --instances 9 --target h:1 --tls --tls-cert c.pem | --tls-cert and --tls-key go together
          --instances 9 --target h:1 --tls=entry    | --tls=entry is for what --entry names, and there is none
          --instances 9 --target h:1 --context-path nacos | --context-path begins with / and does not end with one
          --instances 9 --target h:1 --context-path /x/ | --context-path begins with / and does not end with one
          --instances 9 --target 127.0.0.1:1 --entry lb | 'lb' is no HOST:PORT
          --instances 9 --services 20               | --services is 1 (one a shard) to 9 (one an instance), not 20
          --instances 9 --services 0                | --services is 1
          --instances 9 --beat 0s                   | --beat is above 0
          --instances 9 --beat 5                    | '5' is not a duration; write whole numbers and h, m, s or ms
          --instances 9 --beat -5s                  | '-5s' is not a duration
          --instances 9 --duration 999999999h       | '999999999h' is too long; write 10000h or less
          --instances 9 --duration 0s               | --duration is above 0
          --instances 9 --listen 2s                 | --listen is 11s or more, since a server holds a long poll for 10 s
          --instances 9 --call-timeout 0s           | --call-timeout is above 0
          --instances 9 --connections 0             | --connections is a number or per-client, not '0'
          --instances 9 --prometheus 70000          | --prometheus is a port, 0 to 65535, not 70000
          --instances 9 --prometheus -1             | --prometheus is a port, 0 to 65535, not -1
          --instances 9 --prometheus 0.0.0.0:0      | --prometheus on every address wants a token: export NACOS_CAPACITY_METRICS_TOKEN
          --instances 9 --prometheus localhost:p    | --prometheus is a port, or HOST:PORT, not 'p'
          --instances 9 --ui 70000                  | --ui is a port, 0 to 65535, not 70000
          --instances 9 --http-api v2               | 'v2' is not auto or v1 or v3
          --instances 9 --target model --http-api v3 | --http-api is for servers, and a model's nodes have HTTP v1 only
          --instances 9 --subscribe -1              | --subscribe is 0 or more, and over grpc no more than the services; not -1
          --instances 9 --shard 3/2                 | a shard is I/N with 1 <= I <= N, not 3/2
          --instances 9 --shard job/3               | job/3 needs JOB_COMPLETION_INDEX, from 0, which an indexed Job sets; here it is ''
          --instances 9 --shard half                | a shard is I/N, for example 2/3, not 'half'
          --instances 9 --arrivals later               | 'later' is not spread or burst
          --instances 9 --login often               | 'often' is not shared or per-client
          --instances 9 --threshold nope<1          | 'nope<1' is of no figure that a run is judged by; --threshold help lists
          --instances 9 --threshold beat.p99<fast   | 'beat.p99<fast' is not a threshold: write FIGURE<VALUE
          --instances 9 --threshold beat.p99<-1ms   | 'beat.p99<-1ms' is not a threshold
          --instances 9 --threshold beatGap<1500m   | beatGap must be 0 to 86400000, not 9.0E7
          --instances 9 --threshold lag.p99<9ms\tabort | cannot abort: only what a running window shows can
          --stages 10                               | '10' is not a stage: write INSTANCES:TIME, for example 10000:5m
          --stages 0:60s                            | '0:60s' is not a stage
          --stages 10:60                            | '60' is not a duration
          --stages 10:60s,9:60s                     | --stages grows, and 9 does not follow 10: name the smallest first
          --stages 10:60s,20:30s                    | --stages 30 s is too short for a verdict, which asks for 60 s
          --stages 10:60s,20:60s --instances 20     | --instances is the last of --stages: leave it out
          --stages 10:60s,20:60s --duration 60s     | --duration is what each of --stages names: leave it out
          --stages 10:60s,20:60s --shard 1/2        | --shard is for a fleet that does not grow: leave out --stages
          --stages 10:60s,20:60s --services 15      | --stages begins with an instance for each of 15 services or more, not with 10
          --stages 10:60s,200000000:60s             | --instances is 1 to 100000000, not 200000000
          capacity --from 1 --to 9 --stages 1:60s   | Unknown option: '--stages'; see bin/
          --stages 10:60s,20:60s --profile ../profiles/black-friday-deploy.yaml | --stages is for a fleet without waves, and the profile has some
          --instances 9 --tag build                 | build
          --instances 9 --tag a-b=1                 | --tag is KEY=VALUE with a key of letters, digits and _, other than run; not 'a-b'
          --instances 9 --format xml                | 'xml' is not text or json
          --instances 9 --login per-client          | --login per-client needs --auth
          --instances 9 --protocol soap             | 'soap' is not http or grpc, nor shares of both such as http=0.7,grpc=0.3
          --instances 9 --protocol http=0.7,grpc=0.2 | the shares of 'http=0.7,grpc=0.2' add up to 0.9, and must to 1: write for example http=0.7,grpc=0.3
          --instances 9 --protocol http=0.5,grpc=0.5 --connections 5 | --connections is for --protocol http
          --instances 9 --protocol http=0.5,grpc=0.5 --listen 2s | --listen is 11s or more
          --instances 9 --protocol http=0.5,grpc=0.5 --subscribe 2 | --subscribe is 0 or more, and over grpc no more than the services; not 2
          --instances 9 --protocol http=0.5,grpc=0.5 --target model | --protocol grpc needs a model of 2.2.4
          size --instances 9 --protocol http=0.5,grpc=0.5 | --protocol is http or grpc for a size
          --profile nonsense                        | no profile 'nonsense': neither a file, nor one of profiles/
          --profile ../profiles/monolith-and-sidecars.yaml --services 5 | --services is for a fleet without --profile
          --profile ../profiles/monolith-and-sidecars.yaml --instances 2 | --instances is 3 or more, one for each class of the profile; not 2
          size --profile ../profiles/monolith-and-sidecars.yaml | --profile is for runs
          profile                                   | '--target=TARGET'
          profile --target embedded                 | --target is a registry that is there
          profile --target local --tls              | are for a registry of yours, --target HOST:PORT
          profile --target 127.0.0.1:1 --tls=entry  | --tls=entry is for what --entry names, and there is none
          profile --target 127.0.0.1:1 --rate 0     | --rate is above 0 and at most 1000
          profile --target 127.0.0.1:1 --out ../pom.xml | --out ../pom.xml is there already
          profile --target 127.0.0.1:1 --out no-such/p.yaml | /no-such is no folder that can be written to
          capacity --from 1 --to 9 --shard 1/2      | --shard is for runs, and a search or an experiment is for a whole fleet
          capacity --from 1 --to 9 --instances 9    | --instances is what is searched for
          --instances 9 --protocol http --client-model java-2x | --client-model needs --protocol grpc
          --instances 9 --protocol http --config-connections service | --config-connections needs --protocol grpc
          --instances 9 --protocol grpc --connections abc | --connections is for --protocol http
          --instances 9 --protocol grpc --connections 5 | --connections is for --protocol http; over grpc each instance has a connection of its own
          --instances 9 --protocol grpc --client-model java-2x --list 10s | --list needs --client-model polling: a java-2x client subscribes and lists nothing
          --instances 9 --protocol grpc --subscribe 2 | --subscribe is 0 or more, and over grpc no more than the services; not 2
          --instances 9 --protocol grpc --listen 0s | --listen is above 0
          --instances 9 --username me               | --username and --password need --auth
          --instances 9 --password                  | --username and --password need --auth
          --instances 9 --auth --password=hush      | a value of --password shows in the list of processes: leave it out
          --instances 9 --auth --password hush      | a value of --password shows in the list of processes: leave it out
          --instances 9 --auth --password           | --password asks at a terminal, and there is none: set NACOS_PASSWORD
          --instances 9 --auth --password-file /nowhere/x | --password-file: cannot read /nowhere/x
          --instances 9 --auth --password --password-file x | --password asks and --password-file reads: give one
          capacity --from 1 --to 9 --auth --password=hush | a value of --password shows in the list of processes: leave it out
          --instances 9 --expect-node-loss -1       | --expect-node-loss is 0 or more, not -1
          --instances 9 --guard-tolerance -1        | --guard-tolerance is a number of instances or a share, 0% to 100%, not '-1'
          --instances 9 --guard-tolerance 101%      | --guard-tolerance is a number of instances or a share, 0% to 100%, not '101%'
          --instances 9 --guard-tolerance some      | --guard-tolerance is a number of instances or a share, 0% to 100%, not 'some'
          --instances 9 --auth-cache on             | --auth-cache on needs --auth
          --instances 9 --target nonsense           | 'nonsense' is no HOST:PORT; write for example 127.0.0.1:8848
          --instances 9 --target 127.0.0.1:99999    | '127.0.0.1:99999' is no HOST:PORT
          --instances 9 --target 127.0.0.1:0        | '127.0.0.1:0' is no HOST:PORT
          --instances 9 --target 127.0.0.1:1,127.0.0.1:1     | '127.0.0.1:1' is there twice
          --instances 9 --target 127.0.0.1:1 --auth --auth-cache on | --auth-cache is for a stand-in or local cluster
          --instances 9 --target 127.0.0.1:1 --namespace public     | the namespace 'public' is where real services live
          --instances 9 --target model --prometheus 0 | --prometheus is scraped as the seconds pass, and a model's pass faster
          --instances 9 --target model --shard 1/2  | --shard shares a fleet out to machines
          --instances 9 --target model --subscribe 3 | --subscribe asks for UDP pushes over http, which no modelled node sends
          --instances 9 --target model --yes        | --yes is for nodes on other machines, and a model's are on none
          --instances 9 --target model --expect-node-loss 1 | a model holds nothing of others
          --instances 9 --target model --guard-ignore x     | a model holds nothing of others
          --instances 9 --target model --guard-tolerance 1% | a model holds nothing of others
          --instances 9 --target model:nosuch.yaml  | there is no model 'nosuch.yaml'
          capacity --from 1 --to 9 --target model --prometheus 0 | --prometheus is scraped as the seconds pass
          doctor --instances 9 --target model       | --target is a registry that this machine has to reach
          capacity --from 9                         | Missing required option: '--to=N'
          capacity --from 9 --to 9                  | --to is above --from: 9 is not above 9
          capacity --from 0 --to 9                  | --from is 1 or more, not 0
          capacity --from 1 --to 9 --width wide     | 'wide' is not a share; write it like 10%
          capacity --from 1 --to 9 --width 0%      | --width is 1 % to 100 %
          capacity --from 1 --to 9 --duration 5s    | --duration 5 s is too short for a verdict, which asks for 60 s
          api register                              | Missing required option: '--rate=N/s
          api list --rate 5/s                       | 'list' is not register or query or beat or publish or get-config
          api register --rate 5000                  | '5000' is no rate; write a number and /s or /m, for example 5000/s
          api register --rate 5/h                   | '5/h' is no rate; write a number and /s or /m
          api register --rate 0/s                   | '0/s' is out of range; a rate is above 0 and at most 1000000/s
          api register --rate 500..20000            | '500..20000' is no range of rates; write whole calls a second, for example 500..20000/s
          api register --rate 0.5..20/s             | '0.5..20/s' is no range of rates; write whole calls a second
          api register --rate 20..5/s               | '20..5/s' does not rise; write the lowest rate first, for example 500..20000/s
          api register --rate 5..5/s                | '5..5/s' does not rise; write the lowest rate first
          api register --rate 0..5/s                | '0..5/s' is out of range; a rate is above 0 and at most 1000000/s
          api register --rate 5..1000001/s          | '5..1000001/s' is out of range
          api query --rate 5..9/s --stages 1:60s    | Unknown option: '--stages'; see bin/
          api query --rate 5..9/s --width 5%       | Unknown option: '--width'; see bin/
          api query --rate 5..9/s --allow-other-services | Unknown option: '--allow-other-services'
          api query --rate 5..9/s --persistent      | --persistent is how instances register: leave it out, or call register
          api query --rate 5..9/s --connections 0   | --connections is 1 to 100000, not 0
          api query --rate 5..9/s --duration 5s     | --duration 5 s is too short for a verdict, which asks for 60 s
          api register --rate 5/s --instances=9     | Unknown option: '--instances'; see bin/
          api register --rate 5/s --beat=1s         | Unknown option: '--beat'; see bin/
          api query --rate 5/s --connections 0      | --connections is 1 to 100000, not 0
          api query --rate 5/s --persistent         | --persistent is how instances register: leave it out, or call register
          api publish --rate 5/s --services 3       | --services is for instances, and each connection has a configuration of its own
          api query --rate 5/s --protocol http=0.5,grpc=0.5 | --protocol is http or grpc for calls at a constant rate
          api register --rate 5/s --persistent --target model | --persistent is for servers, and a model keeps no persistent instances
          doctor --instances 9 --target nonsense    | 'nonsense' is no HOST:PORT
          """)
  void shouldSayWhatIsWrong(String args, String sentence) {
    Cli cli = Cli.run(args.isEmpty() ? new String[0] : args.split(" "));

    assertThat(cli.err()).contains(sentence).doesNotContain("internal error", "hush");
    assertThat(cli.err().lines()).hasSize(1);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "capacity --help", "size --help"})
  void shouldDescribeTheCommandBeforeItsManyOptions(String args) {
    Cli cli = Cli.run(args.split(" "));

    assertThat(cli.out().lines().findFirst().orElseThrow()).contains("[OPTIONS]");
    assertThat(cli.out()).doesNotContain("=<");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "doctor --help", "capacity --help"})
  void shouldShowAnExampleWhenHelpIsAskedFor(String args) {
    Cli cli = Cli.run(args.split(" "));

    assertThat(cli.out()).contains("Example", "bin/simulator", "--instances", "Exit codes: 0 ");
    assertThat(cli.exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--threshold help", "capacity --threshold=help", "size --threshold help"})
  void shouldListTheBoundsWhenAskedForTheirHelp(String args) {
    Cli cli = Cli.run(args.split(" "));

    assertThat(cli.out())
        .contains(
            "  achieved>=99%            share of",
            "  list  ", "  pushDelay  ", "  configChangeDelay  ")
        .containsPattern(" register +failed p50 p90 p95 p99 p99.9 max");
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exitCode()).isZero();
  }

  @Test
  void shouldNameTheBuildWhenTheVersionIsAskedFor() {
    Cli cli = Cli.run("--version");

    assertThat(cli.out()).startsWith("simulator ");
    assertThat(cli.exitCode()).isZero();
  }

  @Test
  void shouldSayWhatWouldBeOfferedWithoutContactingANode() {
    Cli cli =
        Cli.run(
            "--instances=2000",
            "--target=192.0.2.7:8848",
            "--threshold=list.p99<500ms",
            "--dry-run");

    assertThat(cli.out().lines())
        .containsExactly(
            "target    192.0.2.7:8848",
            "load      2,000 instances of 200 services over grpc in namespace capacity: 400"
                + " beats/s, 200 lists/s, 6.7 listens/s, up to 1,998 registrations/s",
            "protocol  " + Message.of("protocolAssumed", with("protocol", "gRPC")).text(),
            "time      after the ramp 60 s of warm-up and 60 s measured",
            "          all of it takes about 2 min 16 s, at most 5 min 06 s",
            "bounds    the usual ones, but list.p99<=500ms",
            "Nothing was contacted. To begin: the same without --dry-run, with --yes where a node"
                + " is not on this machine.");
    assertThat(cli.exitCode()).isZero();
  }

  @Test
  void shouldSayAtWhichRateAnApiWouldBeCalled() {
    Cli cli =
        Cli.run(
            "api register --rate 300000/m --target=192.0.2.7:8848 --threshold register.p99<500ms --dry-run");

    assertThat(cli.out().lines())
        .contains(
            "load      200 instances of 20 services over grpc in namespace capacity: 40 beats/s, 0"
                + " lists/s, 0.0 listens/s, 5,000 registrations/s again, up to 1,980 registrations/s",
            "bounds    the usual ones, but register.p99<=500ms");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
  }

  @Test
  void shouldSayWhatASearchOfARateWouldOfferOverTheSameConnections() {
    Cli cli =
        Cli.run("api query --rate 500..20000/s --connections 50 --target=192.0.2.7:8848 --dry-run");

    assertThat(cli.out())
        .contains("load      50 instances of 5 services", " 500 lists/s", " 20,000 lists/s")
        .containsPattern("all of it takes about \\d+ min \\d\\d s, at most \\d h \\d\\d min\n")
        .contains("Nothing was contacted.");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
  }

  @Test
  void shouldLayTheBoundsOfTheOptionsOverThoseOfTheProfile(@TempDir Path folder)
      throws IOException {
    Path profile =
        Files.writeString(
            folder.resolve("shop.yaml"),
            "threshold: [list.p99<800ms, missing<=5]\n"
                + "services: [{name: all, count: 4, instances: 10}]\n");

    Cli cli =
        Cli.run(
            "--target=192.0.2.7:8848 --threshold list.p99<500ms --dry-run --profile " + profile);

    assertThat(cli.out().lines())
        .contains("bounds    the usual ones, but missing<=5, list.p99<=500ms");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
  }

  @Test
  void shouldSayWhatEachStageWouldOfferAndHowLongAllOfThemTake() {
    Cli cli = Cli.run("--stages=200:2m,400:60s,8000:5m", "--target=192.0.2.7:8848", "--dry-run");

    assertThat(cli.out().lines().filter(line -> line.matches("load .*|time .*|   .*")))
        .containsExactly(
            "load      200 instances of 200 services over grpc in namespace capacity: 40 beats/s, 20"
                + " lists/s, 6.7 listens/s, up to 1,980 registrations/s",
            "load      400 instances of 200 services over grpc in namespace capacity: 80 beats/s, 40"
                + " lists/s, 6.7 listens/s, up to 1,990 registrations/s",
            "load      8,000 instances of 200 services over grpc in namespace capacity: 1,600"
                + " beats/s, 800 lists/s, 6.7 listens/s, up to 2,000 registrations/s",
            "time      after each stage's ramp 60 s of warm-up and 2 min 00 s, 60 s, 5 min 00 s measured",
            "          all of it takes about 11 min 32 s, at most 17 min 10 s");
    assertThat(cli.exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--instances=20 --target=no.such.host.invalid:8848",
        "--instances=20 --target=192.0.2.7:8848 --entry=no.such.host.invalid:80",
        "capacity --from=20 --to=30 --target=no.such.host.invalid:8848"
      })
  void shouldLookUpNoNameInADryRun(String command) {
    Cli cli = Cli.run((command + " --dry-run").split(" "));

    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out()).isNotEmpty();
  }

  /** A connection for each of so many clients takes more ports than any machine has. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--instances=1000000 --protocol=grpc --target=192.0.2.7:8848",
        "capacity --from=20 --to=1000000 --protocol=grpc --target=192.0.2.7:8848"
      })
  void shouldSayInADryRunWhatWouldBeOfferedThoughThisMachineCannot(String command) {
    Cli cli = Cli.run((command + " --dry-run").split(" "));

    assertThat(cli.out()).contains("load      1,000,000 instances");
    assertThat(cli.err()).isNotEmpty();
    assertThat(cli.exitCode()).isNotZero();
  }

  @Test
  void shouldLeaveNoFolderBehindARefusedRunOrADryRun(@TempDir Path parent) {
    Path folder = parent.resolve("runs").resolve("one");

    Cli refused = Cli.run("--instances=9", "--target=no.such.host.invalid:1", "--out=" + folder);
    Cli dry = Cli.run("--instances=9", "--dry-run", "--out=" + folder);

    assertThat(refused.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(dry.exitCode()).isZero();
    assertThat(folder.getParent()).doesNotExist();
  }

  @Test
  void shouldTakeTheNodesOfAFile(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("cluster.conf"),
            "# two of them\n192.0.2.7:8848?raft_port=7848\n192.0.2.8:8848 # new\n");

    for (String target : List.of("--target=@" + file, "--target @" + file)) {
      Cli cli = Cli.run(("--instances=9 --dry-run " + target).split(" "));

      assertThat(cli.err()).isEmpty();
      assertThat(cli.out()).contains("target    ");
      assertThat(cli.exitCode()).isZero();
    }
  }

  @Test
  void shouldSayWhatASearchWouldOffer() {
    Cli cli = Cli.run("capacity", "--from=200", "--to=2000", "--target=local", "--dry-run");

    assertThat(cli.out())
        .contains("load      200 instances", "load      2,000 instances", "Nothing was contacted.")
        .containsPattern("all of it takes about \\d+ min \\d\\d s, at most \\d h \\d\\d min\n");
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exitCode()).isZero();
  }

  @Test
  void shouldNameThePortWhenMetricsCannotHaveIt() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(socket.getLocalPort());

      Cli cli = Cli.run("--instances", "10", "--prometheus", port);

      assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err()).contains("--prometheus cannot have port " + port + " of 127.0.0.1");
    }
  }

  @Test
  void shouldBeInconclusiveWhenNoAddressIsKnownForAHost() {
    Cli cli = Cli.run("--instances", "9", "--target", "no.such.host.invalid:1");

    assertThat(cli.err())
        .contains("no address is known for the host 'no.such.host.invalid': correct the name");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
  }

  @Test
  void shouldRefuseOptionsInFrontOfASubcommandWhichWouldNotSeeThem() {
    Cli cli = Cli.run("--dry-run", "capacity", "--from", "10", "--to", "20");

    assertThat(cli.err()).contains("--dry-run stands in front of 'capacity'");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(Cli.run("--help", "capacity").exitCode()).isZero();
  }

  @Test
  void shouldExamineTheMachineWithoutATargetThatRuns() {
    Cli cli = Cli.run("doctor", "--instances", "10", "--target", NOBODY);

    assertThat(cli.out())
        .startsWith("For 10 instances over grpc at target " + NOBODY + ", 1 server to call:")
        .contains(Message.of("protocolAssumed", with("protocol", "gRPC")).text())
        .contains("open files", "local ports");
    assertThat(cli.exitCode()).as(cli.out()).isZero();
  }

  /** Each instance has a socket over gRPC, and most targets are of 2.0 or later. */
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:1,                   2000, 10000",
    "127.0.0.1:1 --protocol grpc,   2000, 10000",
    "127.0.0.1:1 --protocol http,      0,  1999",
    "127.0.0.1:1 --connections 9,      0,  1999",
  })
  void shouldCountASocketForEachInstanceUnlessClientsOf1AreMeant(String target, int from, int to) {
    Cli cli = Cli.run(("doctor --instances 2000 --target " + target).split(" "));

    assertThat(openFiles(cli)).isBetween(from, to);
  }

  private static int openFiles(Cli doctor) {
    String line =
        doctor
            .out()
            .lines()
            .filter(each -> each.startsWith("open files"))
            .findFirst()
            .orElseThrow();
    return Integer.parseInt(line.split(" {2,}")[1].replace(",", ""));
  }

  @Test
  void shouldNotTouchARegistryThatIsNotOnThisMachineWithoutConsent() throws IOException {
    Optional<InetAddress> own = ownAddress();
    assumeThat(own).as("an address of this machine besides loopback").isPresent();
    try (ServerSocket server = new ServerSocket(0, 1, own.get())) {
      String target = own.get().getHostAddress() + ":" + server.getLocalPort();

      Cli cli = Cli.run("--instances", "10", "--target", target);

      assertThat(cli.err()).contains("this would offer 2 beats/s").contains("add --yes");
      assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(Cli.run("capacity", "--from=10", "--to=20", "--target", target).exitCode())
          .isEqualTo(ExitCode.USAGE);
      server.setSoTimeout(300);
      assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  private static Optional<InetAddress> ownAddress() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address.getAddress().length == 4 && !LocalAddresses.holds(address))
        .findFirst();
  }
}
