package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Distribution;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.protocol.Raft;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node from a folder as the Nacos project offers it, which is made of jars of ours here. */
@Timeout(900)
@Tag("full")
class DistributionIT {

  private static final ServerVersion VERSION = ServerVersion.V2_5_0;

  @TempDir private Path temp;

  @Test
  void shouldRunTheServerOfADistributionOnLoopbackOnly() throws IOException {
    Distribution home = Distribution.at(distribution());
    LocalClusters clusters =
        new LocalClusters(Path.of(".."), temp.resolve("state"), System.err::println);
    ClusterSpec spec =
        Ports.moveToFree(ClusterSpec.of(home, 1))
            .withAuth(true)
            .withHeap("512m")
            .withJvmArg("-XX:TieredStopAtLevel=1");

    try (Cluster cluster = clusters.up(spec)) {
      Node node = cluster.nodes().get(0);
      int port = node.http().getPort();

      assertThat(clusters.server("node1")).isEqualTo(VERSION.toString());
      assertThat(clusters.brokenClassPath("node1")).isEmpty();
      assertThat(Listening.of(node.pid().getAsLong()))
          .contains("loopback:" + port, "loopback:" + GrpcPorts.client(port))
          .isSubsetOf(
              "loopback:" + port,
              "loopback:" + Raft.port(port),
              "loopback:" + GrpcPorts.client(port),
              "loopback:" + GrpcPorts.member(port));
    }
  }

  @Test
  void shouldListTheJarsThatAReleaseFetches() throws IOException {
    Path target = Path.of("..", "nacos-cluster/server-" + VERSION, "target");
    List<Path> files = LockedJars.in(target, "Nacos").orElseThrow().fetch(line -> {});

    assertThat(files.stream().map(file -> file.getFileName().toString()))
        .hasSizeGreaterThan(100)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrder(
            ServerJars.assembled(Path.of(".."), VERSION).jars().stream()
                .map(jar -> jar.getFileName().toString())
                .filter(jar -> !jar.equals("server.jar"))
                .toArray(String[]::new));
  }

  /** As Spring Boot makes it: the libraries in the order of the class path, not compressed. */
  private Path distribution() throws IOException {
    ServerJars server = ServerJars.assembled(Path.of(".."), VERSION);
    Path jar = Files.createDirectories(temp.resolve("nacos/target")).resolve("nacos-server.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Start-Class", server.main());
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      out.setLevel(0);
      for (Path library : server.jars()) {
        out.putNextEntry(new ZipEntry("BOOT-INF/lib/" + library.getFileName()));
        Files.copy(library, out);
      }
    }
    return temp.resolve("nacos");
  }
}
