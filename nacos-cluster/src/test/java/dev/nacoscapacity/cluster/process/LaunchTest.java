package dev.nacoscapacity.cluster.process;

import static dev.nacoscapacity.cluster.ClusterFailures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.token.TokenKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchTest {

  private static final ClusterSpec SPEC = ClusterSpec.of(ServerVersion.V1_4_1, 1);
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final Path HOME = Path.of("/state/node1");
  private static final ServerJars JARS =
      new ServerJars(
          Path.of("/target"),
          "com.alibaba.nacos.Nacos",
          List.of(Path.of("/lib/nacos-console-1.4.1.jar"), Path.of("/lib/a.jar")));

  private static final Path STARTER = Path.of("/lib/server-start.jar");
  private static final Path CACHE = Path.of("/lib/auth-cache.jar");

  @TempDir private Path project;

  @Test
  void shouldGiveTheNodeItsOwnFolderAndTheClassPath() {
    List<String> command = server(SPEC);

    assertThat(command)
        .startsWith(JAVA, "-Xms512m", "-Xmx768m")
        .contains("-Dnacos.home=/state/node1", "-Dnacos.logs.path=/state/node1/logs")
        .contains("-Dnacos.server.ip=127.0.0.1", "-Dnacos.remote.grpc.listen.ip=127.0.0.1")
        .containsSequence("-cp", "/lib/nacos-console-1.4.1.jar:/lib/a.jar")
        .endsWith(
            "dev.nacoscapacity.cluster.server.GrpcBindAddress",
            "com.alibaba.nacos.Nacos",
            "--spring.config.additional-location=file:/state/node1/conf/")
        .noneMatch(argument -> argument.startsWith("-XX:SharedArchiveFile"));
  }

  /** Tokens are checked by reading jars, which wait for one lock there. */
  @Test
  void shouldStartAServerThatChecksTokensFromOneJarAsTheDistributionDoes() throws IOException {
    assemble("nacos-console-1.4.1.jar", "hessian-4.0.63.jar");
    Path loader = project.resolve("nacos-cluster/server-1.4.1/target/lib/spring-boot-loader-2.jar");
    try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(loader))) {
      jar.putNextEntry(new ZipEntry("org/springframework/boot/loader/Launcher.class"));
    }
    ServerJars jars = ServerJars.assembled(project, ServerVersion.V1_4_1);

    Path nested = NestedJar.of(jars, project).file();

    try (ZipFile file = new ZipFile(nested.toFile())) {
      assertThat(file.stream().map(ZipEntry::getName))
          .containsExactly(
              "META-INF/MANIFEST.MF",
              "BOOT-INF/lib/nacos-console-1.4.1.jar",
              "BOOT-INF/lib/hessian-4.0.63.jar",
              "org/springframework/boot/loader/Launcher.class");
    }
    Files.setLastModifiedTime(nested, FileTime.fromMillis(Long.MAX_VALUE / 1_000_000));
    FileTime written = Files.getLastModifiedTime(nested);
    assertThat(NestedJar.of(jars, project).file()).isEqualTo(nested);
    assertThat(Files.getLastModifiedTime(nested)).as("not written again").isEqualTo(written);
    assertThat(NestedJar.mattersTo(SPEC.withAuth(true))).isTrue();
    assertThat(NestedJar.mattersTo(SPEC)).isFalse();
    assertThat(NestedJar.mattersTo(ClusterSpec.of(ServerVersion.V2_2_4, 1).withAuth(true)))
        .isFalse();
    ServerJars started =
        new ServerJars(
            jars.folder(),
            jars.main(),
            Stream.of(List.of(STARTER), jars.jars(), List.of(CACHE))
                .flatMap(List::stream)
                .toList());
    assertThat(
            Launch.ofServer(SPEC, 0, started, new NestedJar(Path.of("/nested.jar")), HOME)
                .command())
        .containsSequence(
            "-Dloader.path=/lib/server-start.jar,/lib/auth-cache.jar",
            "-Dloader.main=" + ServerJars.STARTER,
            "-jar",
            "/nested.jar",
            "com.alibaba.nacos.Nacos")
        .doesNotContain("-cp");
    Files.delete(loader);
    assertFails(
        () -> NestedJar.of(ServerJars.assembled(project, ServerVersion.V1_4_1), project),
        "take the cluster down");
  }

  @Test
  void shouldNameOneCollectorWhenTheArgumentsNameAnother() {
    ClusterSpec parallel = SPEC.withJvmArg("-XX:+UseParallelGC");

    assertThat(server(SPEC)).contains("-XX:+UseG1GC");
    assertThat(server(parallel)).contains("-XX:+UseParallelGC").doesNotContain("-XX:+UseG1GC");
  }

  @Test
  void shouldRunStandaloneWhenThereIsNoOtherNode() {
    ClusterSpec three = ClusterSpec.of(ServerVersion.V1_4_1, 3);

    assertThat(server(SPEC)).contains("-Dnacos.standalone=true");
    assertThat(server(three)).doesNotContain("-Dnacos.standalone=true");
  }

  @Test
  void shouldStartWithNoMoreHeapThanTheLargest() {
    assertThat(heap("256m")).contains("-Xms256m", "-Xmx256m");
    assertThat(heap("2g")).contains("-Xms512m", "-Xmx2g");
  }

  @Test
  void shouldLetJvmArgumentsWinOverOurs() {
    List<String> command = server(SPEC.withJvmArg("-Xmx1g"), Optional.of(Path.of("/a.jsa")));

    assertThat(command).contains("-XX:SharedArchiveFile=/a.jsa");
    assertThat(command.indexOf("-Xmx1g")).isGreaterThan(command.indexOf("-Xmx768m"));
    assertThat(command.indexOf("-Xmx1g")).isLessThan(command.indexOf("-cp"));
  }

  @Test
  void shouldTellEachJvmHowManyProcessorsItsNodeMayUse() {
    String count = "-XX:ActiveProcessorCount=";
    ClusterSpec standIn = ClusterSpec.of(ServerVersion.EMBEDDED, 3).withCores(0.3);

    assertThat(server(SPEC.withCores(0.3))).contains(count + 1);
    assertThat(server(SPEC.withCores(1.5))).contains(count + 2);
    assertThat(server(SPEC)).noneMatch(arg -> arg.startsWith(count));
    assertThat(standIn(standIn)).contains(count + 1);
    assertThat(standIn(standIn.withJvmArg(count + 4))).containsSubsequence(count + 1, count + 4);
    assertThat(server(SPEC.withCores(0.3).withJvmArg(count + 4)))
        .containsSubsequence(count + 1, count + 4, "-cp");
  }

  @Test
  void shouldPutConsoleAndCauchosHessianFirstAndTheRestInOrder() throws IOException {
    assemble(
        "b.jar",
        "hessian-3.3.6.jar",
        "hessian-4.0.63.jar",
        "nacos-console-1.4.1.jar",
        "a.jar",
        "notes.txt");

    assertThat(ServerJars.assembled(project, ServerVersion.V1_4_1).jars())
        .extracting(jar -> jar.getFileName().toString())
        .containsExactly(
            "nacos-console-1.4.1.jar", "hessian-4.0.63.jar", "a.jar", "b.jar", "hessian-3.3.6.jar");
  }

  @Test
  void shouldPutCauchosHessianBeforeAlipays() throws IOException {
    assemble(
        ServerVersion.V2_2_4, "hessian-3.3.6.jar", "hessian-4.0.63.jar", "a.jar", "server.jar");

    assertThat(ServerJars.assembled(project, ServerVersion.V2_2_4).jars())
        .extracting(jar -> jar.getFileName().toString())
        .containsExactly("server.jar", "hessian-4.0.63.jar", "a.jar", "hessian-3.3.6.jar");
  }

  @Test
  void shouldAppendTheTokenCacheWhereTheServerHasNone() throws IOException {
    assemble("nacos-console-1.4.1.jar", "hessian-4.0.63.jar", "a.jar");
    Path cache = project.resolve("nacos-cluster/auth-cache/target/auth-cache.jar");
    ClusterSpec cached = SPEC.withAuth(true).withAuthCache(true);
    ServerJars server = ServerJars.assembled(project, ServerVersion.V1_4_1);
    assertFails(
        () -> server.with(cached, project),
        "auth-cache/target/auth-cache.jar: in a checkout run mvn");

    Files.createDirectories(cache.getParent());
    Files.createFile(cache);

    assertThat(server.with(cached, project).jars()).hasSize(4).endsWith(cache);
    assertThat(server.with(SPEC, project)).isEqualTo(server);
    ClusterSpec newer = ClusterSpec.of(ServerVersion.V3_1_0, 1).withAuth(true).withAuthCache(true);
    assertThat(server.with(newer, project)).isEqualTo(server);
  }

  @Test
  void shouldStartServersOfAllVersionsByTheSameJar() throws IOException {
    StateFolder state = new StateFolder(project.resolve("state"));
    assemble("nacos-console-1.4.1.jar", "hessian-4.0.63.jar");
    assertFails(
        () -> ServerJars.of(SPEC, project, state), "server-start.jar: in a checkout run mvn");

    Path starter = project.resolve("nacos-cluster/server-start/target/lib/server-start.jar");
    Files.createDirectories(starter.getParent());
    Files.createFile(starter);

    assertThat(ServerJars.of(SPEC, project, state).jars()).hasSize(3).startsWith(starter);
  }

  @Test
  void shouldNameTheMavenCommandWhenJarsAreMissing() {
    assertFails(
        () -> ServerJars.assembled(project, ServerVersion.V1_4_1),
        "server-1.4.1/target: in a checkout run mvn");
  }

  @Test
  void shouldFetchTheServerOfAReleaseOnceAndAgainWhenTheRepositoryLostAJar() throws IOException {
    StateFolder state = new StateFolder(project.resolve("state"));
    ClusterSpec spec = ClusterSpec.of(ServerVersion.V2_2_4, 1);
    assemble(ServerVersion.V2_2_4, "server.jar");
    assemble(ServerVersion.V1_4_1, "nacos-console-1.4.1.jar", "hessian-4.0.63.jar");
    Path target = project.resolve("nacos-cluster/server-2.2.4/target");
    Files.writeString(target.resolve("jars.sha256"), "1  a/a/1/a-1.jar");
    Files.createDirectories(project.resolve("nacos-cluster/server-start/target/lib"));
    Files.createFile(project.resolve("nacos-cluster/server-start/target/lib/server-start.jar"));
    List<Path> repository =
        List.of(
            Files.createFile(project.resolve("hessian-4.0.63.jar")),
            Files.createFile(project.resolve("a-1.jar")));
    List<String> fetched = new ArrayList<>();
    Function<LockedJars, List<Path>> fetch =
        jars -> {
          fetched.add(jars.program());
          return repository;
        };
    assertFails(() -> ServerJars.of(spec, project, state), "bin/nacos-cluster install 2.2.4");

    ServerJars.fetch(spec, project, state, fetch);
    ServerJars.fetch(spec, project, state, fetch);
    ServerJars.fetch(SPEC, project, state, fetch);

    assertThat(fetched).containsExactly("Nacos 2.2.4");
    ServerJars server = ServerJars.of(spec, project, state);
    assertThat(server.jars())
        .extracting(jar -> jar.getFileName().toString())
        .containsExactly("server-start.jar", "server.jar", "hessian-4.0.63.jar", "a-1.jar");
    assertThat(server.folder()).startsWith(state.path());

    Files.delete(repository.get(1));
    assertFails(() -> ServerJars.of(spec, project, state), "bin/nacos-cluster install 2.2.4");
    Files.createFile(repository.get(1));
    Files.delete(server.jars().get(3));
    Files.createSymbolicLink(server.jars().get(3), project.resolve("gone"));
    ServerJars.fetch(spec, project, state, fetch);
    assertThat(ServerJars.of(spec, project, state)).isEqualTo(server);
    assertThat(fetched).hasSize(2);
  }

  @Test
  void shouldUseAnotherArchiveWhenAJarWasTouched() throws IOException {
    assemble("nacos-console-1.4.1.jar", "hessian-4.0.63.jar", "a.jar");
    ServerJars jars = ServerJars.assembled(project, ServerVersion.V1_4_1);
    ClassArchive before = ClassArchive.of(jars);
    assertThat(before.existing()).isEmpty();
    assertThat(ClassArchive.of(jars)).isEqualTo(before);

    Files.setLastModifiedTime(jars.jars().get(1), FileTime.fromMillis(1));

    assertThat(ClassArchive.of(jars)).isNotEqualTo(before);
  }

  @Test
  void shouldPassItsSettingsToTheStandIn() {
    ClusterSpec spec = ClusterSpec.of(ServerVersion.EMBEDDED, 5).withAuth(true).withAuthCache(true);

    assertThat(standIn(spec))
        .containsSequence("--nodes", "5", "--base-port", "8848", "--auth", "--auth-cache", "on");
    assertThat(standIn(spec.withAuth(false))).doesNotContain("--auth");
  }

  @Test
  void shouldStartOneNodeOfTheStandIn() {
    ClusterSpec spec = ClusterSpec.of(ServerVersion.EMBEDDED, 5);

    assertThat(standIn(spec))
        .endsWith("--node", "3", "--while", "7")
        .doesNotContain("--network-per-node");
    assertThat(standIn(spec.withNetworkPerNode(true)))
        .endsWith("--node", "3", "--network-per-node", "--while", "7");
  }

  @Test
  void shouldStartTheStandInWithTheSecretsOfItsClusterWhateverTheEnvironmentSays() {
    StateFolder state = new StateFolder(project);
    state.keepTokenKey(TokenKey.random().base64());
    state.keepPassword("its own");

    Launch launch =
        Launch.ofStandIn(ClusterSpec.of(ServerVersion.EMBEDDED, 1), 0, OptionalLong.empty(), state);

    assertThat(launch.environment())
        .containsEntry("NACOS_JWT_SECRET", state.tokenKey().orElseThrow().base64())
        .containsEntry("NACOS_PASSWORD", "its own");
    assertThat(launch).asString().doesNotContain("its own");
  }

  private List<String> standIn(ClusterSpec spec) {
    return Launch.ofStandIn(spec, 2, OptionalLong.of(7), new StateFolder(project)).command();
  }

  private static List<String> server(ClusterSpec spec) {
    return server(spec, Optional.empty());
  }

  private static List<String> server(ClusterSpec spec, Optional<Path> archive) {
    return Launch.ofServer(spec, 0, JARS, archive, HOME).command();
  }

  private static List<String> heap(String size) {
    return server(SPEC.withHeap(size));
  }

  private void assemble(String... names) throws IOException {
    assemble(ServerVersion.V1_4_1, names);
  }

  private void assemble(ServerVersion version, String... names) throws IOException {
    Path lib =
        Files.createDirectories(project.resolve("nacos-cluster/server-" + version + "/target/lib"));
    for (String name : names) {
      Files.createFile(lib.resolve(name));
    }
  }
}
