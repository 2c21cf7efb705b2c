package dev.nacoscapacity.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {

  private static final String START = "Manifest-Version: 1.0\r\nStart-Class: com.example.Nacos\r\n";

  @TempDir private Path temp;

  @Test
  void shouldSayWhichServerAFolderHolds() throws IOException {
    Distribution server = Distribution.at(folder("2.3.2"));

    assertThat(server.version()).isEqualTo("2.3.2");
    assertThat(server.main()).isEqualTo("com.example.Nacos");
    assertThat(server.closestRelease()).isEqualTo(ServerVersion.V2_2_4);
    assertThat(ClusterSpec.of(server, 3).server()).isEqualTo("2.3.2");
    assertThat(ClusterSpec.of(server, 3).withAuth(true).alone().home()).isEqualTo(server);
  }

  @Test
  void shouldUnpackTheClassPathInTheOrderOfTheDistribution() throws IOException {
    Path home = folder("2.3.2");
    Files.createDirectories(home.resolve("plugins/health"));
    Files.writeString(home.resolve("plugins/health/mine.jar"), "mine");

    assertUnpacked(
        Distribution.at(home),
        "000-mine.jar",
        "001-classes.jar",
        "002-spring-boot-loader.jar",
        "003-z.jar",
        "004-nacos-core-2.3.2.jar");
  }

  @Test
  void shouldUnpackAnArchiveAsItDoesAFolder() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("nacos/LICENSE", new byte[0]);
    files.put("nacos/target/nacos-server.jar", server("3.0.3"));
    Path archive = temp.resolve("nacos-server-3.0.3.zip");
    Files.write(archive, zip(files));

    Distribution server = Distribution.at(archive);

    assertThat(server.version()).isEqualTo("3.0.3");
    assertUnpacked(
        server,
        "000-classes.jar",
        "001-spring-boot-loader.jar",
        "002-z.jar",
        "003-nacos-core-3.0.3.jar");
  }

  @Test
  void shouldTakeANewServerAtTheSamePathForAnother() throws IOException {
    Path home = folder("2.3.2");
    Distribution before = Distribution.at(home);
    assertThat(Distribution.at(home)).isEqualTo(before);

    Files.setLastModifiedTime(home.resolve("target/nacos-server.jar"), FileTime.fromMillis(1));

    assertThat(Distribution.at(home).key()).isNotEqualTo(before.key());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.4.8", "2.0.4", "2.2.1", "3.2.0"})
  void shouldCacheTokensByASettingOrByOurJar(String version) throws IOException {
    ClusterSpec spec = ClusterSpec.of(Distribution.at(folder(version)), 3).withAuth(true);

    assertThat(spec.withAuthCache(true).authCache()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.1.0", "2.2.0.1"})
  void shouldRefuseToCacheTokensWhenNeitherSettingNorJarCan(String version) throws IOException {
    ClusterSpec spec = ClusterSpec.of(Distribution.at(folder(version)), 3).withAuth(true);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec.withAuthCache(true))
        .withMessageContaining("Nacos " + version + " cannot cache tokens");
  }

  @Test
  void shouldRefuseWhatHoldsNoServerThatItCanRun() throws IOException {
    assertRefused(temp.resolve("nowhere"), "there is no Nacos server in");
    assertRefused(temp, "target/nacos-server.jar");
    assertRefused(Files.writeString(temp.resolve("a.tar.gz"), "x"), "is no .zip: unpack it");
    assertRefused(Files.writeString(temp.resolve("a.zip"), "x"), "cannot read");
    assertRefused(folder("1.3.2"), "is Nacos 1.3.2: nodes are run from 1.4.0 on");

    Path other = folder("2.3.2");
    Files.write(other.resolve("target/nacos-server.jar"), zip(Map.of("a", new byte[0])));
    assertRefused(other, "holds no Nacos server");
  }

  private void assertUnpacked(Distribution server, String... names) throws IOException {
    Path folder = temp.resolve("state/lib");

    server.unpack(folder);

    try (Stream<Path> jars = Files.list(folder)) {
      assertThat(jars.map(jar -> jar.getFileName().toString())).containsExactlyInAnyOrder(names);
    }
    assertThat(temp.resolve("state")).isDirectoryNotContaining("glob:**unfinished*");
    assertThat(entries(folder, names, "classes.jar")).containsExactly("com/", "com/Nacos.class");
    assertThat(entries(folder, names, "loader.jar"))
        .containsExactly("org/springframework/boot/loader/Launcher.class");
    assertThat(folder.resolve(names[names.length - 1])).hasContent("core");
  }

  private static List<String> entries(Path folder, String[] names, String end) throws IOException {
    String name = Stream.of(names).filter(each -> each.endsWith(end)).findAny().orElseThrow();
    try (ZipFile jar = new ZipFile(folder.resolve(name).toFile())) {
      return jar.stream().map(ZipEntry::getName).toList();
    }
  }

  private static void assertRefused(Path home, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Distribution.at(home))
        .withMessageContaining(message);
  }

  private Path folder(String version) throws IOException {
    Path home = temp.resolve("nacos-" + version);
    Files.createDirectories(home.resolve("target"));
    Files.write(home.resolve("target/nacos-server.jar"), server(version));
    return home;
  }

  /** As Spring Boot makes it. */
  private static byte[] server(String version) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("META-INF/", new byte[0]);
    files.put("META-INF/MANIFEST.MF", START.getBytes(StandardCharsets.UTF_8));
    files.put("org/springframework/boot/loader/Launcher.class", new byte[] {1});
    files.put("BOOT-INF/classes/", new byte[0]);
    files.put("BOOT-INF/classes/com/", new byte[0]);
    files.put("BOOT-INF/classes/com/Nacos.class", new byte[] {2});
    files.put("BOOT-INF/lib/", new byte[0]);
    files.put("BOOT-INF/lib/z.jar", new byte[] {3});
    files.put("BOOT-INF/lib/nacos-core-" + version + ".jar", "core".getBytes());
    return zip(files);
  }

  private static byte[] zip(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String name : List.copyOf(files.keySet())) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(files.get(name));
      }
    }
    return bytes.toByteArray();
  }
}
