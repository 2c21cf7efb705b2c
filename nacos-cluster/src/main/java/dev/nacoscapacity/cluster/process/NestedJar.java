package dev.nacoscapacity.cluster.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * A server's jars within one, from which Spring Boot's loader starts it, as the official
 * distribution is started. Servers that build a parser for each check of a token search all jars
 * then; within one jar all threads wait for the lock of one file, and a check takes a third more
 * processor time than from a class path (docs/results.md, "What stops 16 cores with auth"). Source:
 * the layout of Spring Boot's executable jars, and {@code bin/startup.sh} of Nacos, which names
 * further jars in {@code loader.path}.
 *
 * @param file one for these jars
 */
record NestedJar(Path file) {

  private static final String LOADER = "spring-boot-loader";
  private static final String MANIFEST =
      """
      Manifest-Version: 1.0
      Main-Class: org.springframework.boot.loader.PropertiesLauncher
      Start-Class: %s
      Spring-Boot-Classes: BOOT-INF/classes/
      Spring-Boot-Lib: BOOT-INF/lib/

      """;

  /** Whether the packaging of a server matters to what its nodes carry. */
  static boolean mattersTo(ClusterSpec spec) {
    return spec.auth() && spec.version().tokenCache().isEmpty();
  }

  /**
   * The jar of a server, which is written unless it is newer than all that belongs in it.
   *
   * @param jars with the loader among them
   * @param folder of this state's servers, for this file
   * @throws ClusterException if it cannot be written
   */
  static NestedJar of(ServerJars jars, Path folder) {
    CRC32 key = new CRC32();
    key.update(jars.own().toString().getBytes(UTF_8));
    Path file = folder.resolve("nested-" + Long.toHexString(key.getValue()) + ".jar");
    if (jars.own().stream().noneMatch(NestedJar::isLoader)) {
      throw new ClusterException(
          "the server in %s has no loader, since an older build made it: take the cluster down, and up again"
              .formatted(jars.folder()));
    }
    try {
      if (!isNewer(file, jars.own())) {
        Files.createDirectories(folder);
        write(jars, file);
      }
      return new NestedJar(file);
    } catch (IOException e) {
      throw new ClusterException("cannot write a server's jars into one: " + e, e);
    }
  }

  private static boolean isNewer(Path file, List<Path> jars) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    FileTime written = Files.getLastModifiedTime(file);
    for (Path jar : jars) {
      if (Files.getLastModifiedTime(jar).compareTo(written) >= 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLoader(Path jar) {
    return jar.getFileName().toString().contains(LOADER);
  }

  private static void write(ServerJars jars, Path file) throws IOException {
    Path unfinished = file.resolveSibling("unfinished-" + file.getFileName());
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(unfinished))) {
      // The loader reads nested jars in place, so they are not compressed.
      out.setMethod(ZipOutputStream.STORED);
      add(out, "META-INF/MANIFEST.MF", MANIFEST.formatted(jars.main()).getBytes(UTF_8));
      for (Path jar : jars.own()) {
        String name = jar.getFileName().toString();
        if (isLoader(jar)) {
          addClasses(out, jar);
        } else {
          add(out, "BOOT-INF/lib/" + name, Files.readAllBytes(jar));
        }
      }
    } catch (IOException e) {
      Files.deleteIfExists(unfinished);
      throw e;
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void addClasses(ZipOutputStream out, Path loader) throws IOException {
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(loader))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (entry.getName().endsWith(".class")) {
          add(out, entry.getName(), in.readAllBytes());
        }
      }
    }
  }

  private static void add(ZipOutputStream out, String name, byte[] bytes) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    ZipEntry entry = new ZipEntry(name);
    entry.setSize(bytes.length);
    entry.setCrc(crc.getValue());
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }

  /**
   * The arguments of a JVM that starts the server.
   *
   * @param outside jars that are found before those within, the starter's among them
   * @param main of the server, for the starter
   */
  List<String> arguments(List<Path> outside, String main) {
    String path = String.join(",", outside.stream().map(Path::toString).toList());
    return List.of(
        "-Dloader.path=" + path,
        "-Dloader.main=" + ServerJars.STARTER,
        "-jar",
        file.toString(),
        main);
  }
}
