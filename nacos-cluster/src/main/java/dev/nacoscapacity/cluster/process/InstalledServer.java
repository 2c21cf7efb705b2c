package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The server in a real node's folder: its version, and its replacement by another version on the
 * same data. After each step a later command can continue from the state of the folder.
 *
 * @param spec of the cluster
 * @param index the node's number, from 0
 * @param home the node's own folder
 */
record InstalledServer(ClusterSpec spec, int index, Path home) {

  private static final String CONF = "conf";
  private static final String LOGS = "logs";

  /** What one version passes on to the next; logs stay where they are. */
  private static final List<String> PARTS = List.of(CONF, "data", StateFolder.SERVER);

  /** Writes the files that the server of a new node reads. */
  void create(Secrets secrets) throws IOException {
    ServerConfig.write(spec, index, home, secrets);
    StateFolder.recordServer(home, spec.server());
  }

  /** The spec of the cluster, with the version of this node if the server was replaced. */
  ClusterSpec own() {
    Path file = home.resolve(StateFolder.SERVER);
    try {
      String server = StateFolder.read(file).orElse(spec.server());
      return server.equals(spec.server()) ? spec : spec.withVersion(ServerVersion.of(server));
    } catch (IllegalArgumentException e) {
      throw new ClusterException(
          "%s says no version that is known here: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** The version of the node, which other nodes may not have. */
  ServerVersion version() {
    return own().version();
  }

  /** Replaces the server by another version, and keeps a copy of all that the node had. */
  void install(ServerVersion next) {
    settle();
    run(
        () -> {
          Path unfinished = home.resolve("before.unfinished");
          StateFolder.delete(unfinished);
          Files.createDirectory(unfinished);
          try {
            for (String part : PARTS) {
              copy(home.resolve(part), unfinished.resolve(part));
            }
          } catch (IOException e) {
            // The disk may be full, and other nodes run on it.
            StateFolder.delete(unfinished);
            throw e;
          }
          Files.move(unfinished, before(), StandardCopyOption.ATOMIC_MOVE);
        });
    try {
      run(
          () -> {
            StateFolder.delete(home.resolve(CONF));
            ServerConfig.rewrite(spec.withVersion(next), index, home, before(), version());
            StateFolder.recordServer(home, next.toString());
          });
    } catch (ClusterException e) {
      // With half a configuration a server would listen where its defaults say, without auth.
      try {
        putBack(PARTS);
      } catch (ClusterException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  /** Whether a copy of what the node had is still kept. */
  boolean unsettled() {
    return Files.exists(before());
  }

  /** Removes that copy. */
  void settle() {
    run(
        () -> {
          Path settled = home.resolve("before.settled");
          if (unsettled()) {
            // An incomplete copy must not be mistaken for a complete one.
            StateFolder.delete(settled);
            Files.move(before(), settled, StandardCopyOption.ATOMIC_MOVE);
          }
          StateFolder.delete(settled);
        });
  }

  /**
   * Restores that copy.
   *
   * @return folder with the files of the other version, kept until the next cluster is created
   */
  Path putBack() {
    // What the other version logged says nothing of the one that is back.
    return putBack(Stream.concat(PARTS.stream(), Stream.of(LOGS)).toList());
  }

  /**
   * @param leaving what of the other version is moved aside
   */
  private Path putBack(List<String> leaving) {
    Path aside = free("failed-" + version());
    run(
        () -> {
          Files.createDirectory(aside);
          for (String part : leaving) {
            Path backup = before().resolve(part);
            // After a command that died here, the first parts are restored already.
            boolean restored = PARTS.contains(part) && !Files.exists(backup);
            if (!restored && Files.exists(home.resolve(part))) {
              Files.move(home.resolve(part), aside.resolve(part));
            }
            if (Files.exists(backup)) {
              Files.move(backup, home.resolve(part));
            }
          }
          StateFolder.delete(before());
        });
    return aside;
  }

  private Path before() {
    return home.resolve("before");
  }

  private Path free(String name) {
    int number = 1;
    while (Files.exists(home.resolve(name + "-" + number))) {
      number++;
    }
    return home.resolve(name + "-" + number);
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.exists(from)) {
      try (Stream<Path> all = Files.walk(from)) {
        for (Path path : all.toList()) {
          Files.copy(path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
        }
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
  }

  /**
   * Runs the action uninterrupted, since channels fail in an interrupted thread, and a started
   * action must be completed.
   */
  private void run(StateFolder.Action action) {
    Poll.uninterrupted(
        () -> {
          try {
            action.run();
          } catch (IOException e) {
            throw new ClusterException(
                "cannot change the version of %s: %s".formatted(ClusterSpec.nodeName(index), e), e);
          }
        });
  }
}
