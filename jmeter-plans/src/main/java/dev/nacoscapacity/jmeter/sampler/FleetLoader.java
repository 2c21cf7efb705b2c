package dev.nacoscapacity.jmeter.sampler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A class loader for the fleet, since JMeter has other versions of some libraries (Jackson,
 * Caffeine, SLF4J) than the fleet. Only the bridge is shared.
 */
final class FleetLoader extends URLClassLoader {

  private static final String BRIDGE = FleetLoader.class.getPackageName() + ".";
  private static final String FLEET = "dev.nacoscapacity.jmeter.fleet.";

  private FleetLoader(URL[] jars) {
    super("fleet", jars, getPlatformClassLoader());
  }

  /** A loader for the jar of the sampler, and the folder {@code lib} beside it. */
  static FleetLoader besideSampler() {
    Path jar = path(FleetLoader.class.getProtectionDomain().getCodeSource().getLocation());
    try (Stream<Path> libraries = Files.list(jar.resolveSibling("lib"))) {
      return new FleetLoader(
          Stream.concat(Stream.of(jar), libraries).map(FleetLoader::url).toArray(URL[]::new));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the fleet's jars are not in a folder lib beside " + jar + ": use bin/jmeter", e);
    }
  }

  /** Not the path of the URL, which has %20 in place of a space. */
  private static Path path(URL url) {
    try {
      return Path.of(url.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /**
   * Starts a shard.
   *
   * @param options of bin/simulator
   */
  RunningShard start(List<String> options) {
    return (RunningShard) call("FleetShard", "start", List.class, options);
  }

  /**
   * Opens the clients of a fleet.
   *
   * @param settings found by the check of registry-grpc.jmx
   * @throws RuntimeException when the clients cannot connect, with a message that names problem and
   *     remedy
   */
  Wire open(Map<String, String> settings) {
    return (Wire) call("GrpcClients", "open", Map.class, settings);
  }

  private Object call(String type, String method, Class<?> parameter, Object argument) {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(this);
    try {
      return loadClass(FLEET + type).getMethod(method, parameter).invoke(null, argument);
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
