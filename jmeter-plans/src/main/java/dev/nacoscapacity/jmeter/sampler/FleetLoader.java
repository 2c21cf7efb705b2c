package dev.nacoscapacity.jmeter.sampler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A class loader for the fleet, since JMeter has other versions of some libraries (Jackson,
 * Caffeine, SLF4J) than the fleet. Only the bridge is shared.
 */
final class FleetLoader extends URLClassLoader {

  private static final String BRIDGE = FleetLoader.class.getPackageName() + ".";
  private static final String CLIENTS = "dev.nacoscapacity.jmeter.fleet.GrpcWire";

  private FleetLoader(URL[] jars) {
    super("fleet", jars, getPlatformClassLoader());
  }

  /** A loader for the jar of the sampler, and the folder {@code lib} beside it. */
  static FleetLoader besideSampler() {
    URL sampler = FleetLoader.class.getProtectionDomain().getCodeSource().getLocation();
    List<URL> jars = new ArrayList<>(List.of(sampler));
    // The path of the URL has %20 in place of a space.
    Path jar = Path.of(URI.create(sampler.toString()));
    Path lib = jar.resolveSibling("lib");
    // A release has all jars in one folder.
    Path libraries = Files.isDirectory(lib) ? lib : jar.getParent();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(libraries)) {
      for (Path file : files) {
        jars.add(file.toUri().toURL());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the fleet's jars are not in " + libraries + ": use bin/jmeter", e);
    }
    return new FleetLoader(jars.toArray(URL[]::new));
  }

  /**
   * Opens the clients of a fleet.
   *
   * @param settings found by the check of registry-grpc.jmx
   * @throws RuntimeException when the clients cannot connect, with a message that names problem and
   *     remedy
   */
  Wire open(Map<String, String> settings) {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(this);
    try {
      return (Wire) loadClass(CLIENTS).getMethod("open", Map.class).invoke(null, settings);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the fleet's jars do not fit this sampler", e);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    return name.startsWith(BRIDGE)
        ? FleetLoader.class.getClassLoader().loadClass(name)
        : super.findClass(name);
  }
}
