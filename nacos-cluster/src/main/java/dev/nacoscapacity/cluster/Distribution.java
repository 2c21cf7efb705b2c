package dev.nacoscapacity.cluster;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * An official distribution of the server, as an operator has it: a folder, or the archive that the
 * Nacos project offers as {@code .zip}. Of it only the server's classes and plugins are used, no
 * configuration and no data. Source: {@code bin/startup.sh}, and the layout of Spring Boot's
 * executable jars.
 *
 * @param path of the folder or archive
 * @param version of the server, for example {@code 2.3.2}
 * @param main the server's main class
 * @param key differs between all distributions, and changes with the content
 */
public record Distribution(String path, String version, String main, String key) {

  private static final String SERVER = "target/nacos-server.jar";
  private static final String PLUGINS = "plugins";
  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final String CLASSES = "BOOT-INF/classes/";
  private static final String LOADER = "org/springframework/boot/loader/";

  /** Of the unpacked files: another number unpacks distributions again. */
  private static final int LAYOUT = 2;

  private static final Pattern LIBRARY = Pattern.compile("BOOT-INF/lib/([^/]+\\.jar)");
  private static final Pattern CORE = Pattern.compile("nacos-core-(\\d+(\\.\\d+)+).*\\.jar");

  /** An action on the root of a distribution. */
  private interface Use<T> {
    T of(Path root) throws IOException;
  }

  /**
   * The distribution at a path.
   *
   * @throws IllegalArgumentException if there is no distribution, or the distribution is too old
   */
  public static Distribution at(Path path) {
    Path home = path.toAbsolutePath().normalize();
    try {
      return open(home, root -> read(home, root));
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + home + ": " + e, e);
    }
  }

  /** The known version whose rules apply to this distribution. */
  public ServerVersion closestRelease() {
    return ServerVersion.closestTo(version).orElseThrow();
  }

  /** Whether it can cache verified tokens, by a setting or by this project's jar. */
  boolean cachesTokens() {
    // 2.1 no longer has the class that the jar replaces, and does not have a cache of its own yet.
    return closestRelease().tokenCache().isPresent() || ServerVersion.compare(version, "2.1.0") < 0;
  }

  /**
   * Writes the server as jars for a class path, and the loader that finds them within one jar.
   *
   * @param folder is created, complete or not at all
   */
  public void unpack(Path folder) {
    try {
      Path unfinished = folder.resolveSibling("unfinished-" + key);
      Files.createDirectories(unfinished);
      open(
          Path.of(path),
          root -> {
            unpack(root, unfinished);
            return folder;
          });
      Files.move(unfinished, folder, ATOMIC_MOVE);
    } catch (IOException e) {
      throw new ClusterException("cannot unpack " + path + ": " + e, e);
    }
  }

  private static <T> T open(Path home, Use<T> use) throws IOException {
    if (Files.exists(home.resolve(SERVER))) {
      return use.of(home);
    }
    if (Files.isRegularFile(home)) {
      try (FileSystem archive = FileSystems.newFileSystem(home);
          Stream<Path> top = Files.list(archive.getPath("/"))) {
        for (Path root : top.toList()) {
          if (Files.exists(root.resolve(SERVER))) {
            return use.of(root);
          }
        }
      } catch (ProviderNotFoundException e) {
        throw new IllegalArgumentException(home + " is no .zip: unpack it, and name its folder", e);
      }
    }
    throw new IllegalArgumentException(
        "there is no Nacos server in %s: name the folder or .zip of an official distribution, which has %s"
            .formatted(home, SERVER));
  }

  private static Distribution read(Path home, Path root) throws IOException {
    String version = null;
    String main = null;
    try (ZipInputStream jar = jar(root)) {
      for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
        if (entry.getName().equals(MANIFEST)) {
          main = new Manifest(jar).getMainAttributes().getValue("Start-Class");
        }
        Matcher library = LIBRARY.matcher(entry.getName());
        Matcher core = CORE.matcher(library.matches() ? library.group(1) : "");
        version = core.matches() ? core.group(1) : version;
      }
    }
    if (version == null || main == null) {
      throw new IllegalArgumentException(home.resolve(SERVER) + " holds no Nacos server");
    }
    if (ServerVersion.closestTo(version).isEmpty()) {
      throw new IllegalArgumentException(
          "%s is Nacos %s: nodes are run from %s on"
              .formatted(home, version, ServerVersion.V1_4_1.since()));
    }
    return new Distribution(home.toString(), version, main, key(home, root));
  }

  private static String key(Path home, Path root) throws IOException {
    Path server = root.resolve(SERVER);
    CRC32 key = new CRC32();
    key.update(
        "%s %s %s %s"
            .formatted(LAYOUT, home, Files.size(server), Files.getLastModifiedTime(server))
            .getBytes());
    return Long.toHexString(key.getValue());
  }

  private static ZipInputStream jar(Path root) throws IOException {
    return new ZipInputStream(Files.newInputStream(root.resolve(SERVER)));
  }

  /** Numbers the jars in the order in which the distribution's start script has them. */
  private static void unpack(Path root, Path folder) throws IOException {
    AtomicInteger number = new AtomicInteger();
    for (Path plugin : plugins(root)) {
      Files.copy(plugin, next(folder, number, plugin.getFileName().toString()), REPLACE_EXISTING);
    }
    // Not folders, since the JVM supports no class archive for a class path with folders.
    try (ZipInputStream jar = jar(root);
        ZipOutputStream classes = zip(next(folder, number, "classes.jar"));
        ZipOutputStream loader = zip(next(folder, number, "spring-boot-loader.jar"))) {
      for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
        String name = entry.getName();
        Matcher library = LIBRARY.matcher(name);
        if (library.matches()) {
          Files.copy(jar, next(folder, number, library.group(1)), REPLACE_EXISTING);
        } else if (name.startsWith(CLASSES) && !name.equals(CLASSES)) {
          classes.putNextEntry(new ZipEntry(name.substring(CLASSES.length())));
          jar.transferTo(classes);
        } else if (name.startsWith(LOADER)) {
          loader.putNextEntry(new ZipEntry(name));
          jar.transferTo(loader);
        }
      }
    }
  }

  private static ZipOutputStream zip(Path file) throws IOException {
    return new ZipOutputStream(Files.newOutputStream(file));
  }

  private static List<Path> plugins(Path root) throws IOException {
    Path folder = root.resolve(PLUGINS);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  private static Path next(Path folder, AtomicInteger number, String name) {
    return folder.resolve("%03d-%s".formatted(number.getAndIncrement(), name));
  }
}
