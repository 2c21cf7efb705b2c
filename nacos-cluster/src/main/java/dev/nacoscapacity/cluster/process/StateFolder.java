package dev.nacoscapacity.cluster.process;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.cluster.token.TokenKey;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of the local cluster: {@code spec.json} while there is a cluster, and a folder for each
 * node with its pid file, configuration, data and logs. Readable by its owner only, since the
 * cluster's secrets are there, too.
 */
record StateFolder(Path path) {

  /**
   * Folders of nodes; matched exactly, since a folder given by mistake may contain node_modules.
   */
  private static final Pattern NODES = Pattern.compile("node[0-9]+");

  private static final String SPEC = "spec.json";
  private static final String LOCK = "lock";
  private static final String TOKEN_KEY = "token.key";
  private static final String PASSWORD = "password";
  private static final String CLOCK = "clock";

  /** File in a node's folder: the server that the node runs, which wrote its data last. */
  static final String SERVER = "server";

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
          .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
          .build();

  /**
   * The content of {@code spec.json}; the nodes' own configuration has the secrets.
   *
   * @param nice at which priority the nodes' processes run
   * @param java which JVM runs them
   * @param createdAt ISO 8601
   */
  record ClusterRecord(ClusterSpec spec, int nice, String java, String createdAt) {

    /** The record of a cluster that this JVM creates now. */
    static ClusterRecord now(ClusterSpec spec) {
      return new ClusterRecord(
          spec.redacted(),
          DetachedProcess.NICE,
          System.getProperty("java.vm.version"),
          Instant.now().toString());
    }
  }

  /** The cluster's record; empty when there is no cluster. */
  Optional<ClusterRecord> recorded() {
    if (!Files.exists(specFile())) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(specFile().toFile(), ClusterRecord.class));
    } catch (IOException e) {
      throw new ClusterException(
          specFile() + " is unreadable: delete it if no node of that cluster runs", e);
    }
  }

  void record(ClusterRecord recorded) {
    run(() -> write(specFile(), JSON.writeValueAsString(recorded)));
  }

  /**
   * Stores the key that signs the cluster's tokens, for its nodes and for a gateway in front of
   * them.
   */
  void keepTokenKey(String tokenKey) {
    keep(TOKEN_KEY, tokenKey);
  }

  /** The key that signs the cluster's tokens, if it was stored. */
  Optional<TokenKey> tokenKey() {
    return read(path.resolve(TOKEN_KEY)).map(TokenKey::ofBase64);
  }

  /** Stores the administrator's password of a stand-in, for all starts of its nodes. */
  void keepPassword(String password) {
    keep(PASSWORD, password);
  }

  /** The administrator's password, if it was stored. */
  Optional<String> password() {
    return read(path.resolve(PASSWORD));
  }

  /**
   * Records that a server is about to run on a node's data.
   *
   * @param version of the server, for example {@code 2.2.4}
   * @throws ClusterException if a newer one wrote the data
   */
  void claimData(String node, String version) {
    dataOf(node)
        .filter(last -> ServerVersion.compare(last, version) > 0)
        .ifPresent(
            last -> {
              throw new ClusterException(
                  "the data of %s was written by Nacos %s, and %s may not read it: run %s, or start a cluster anew with bin/nacos-cluster up"
                      .formatted(node, last, version, last));
            });
    if (!dataOf(node).equals(Optional.of(version))) {
      run(() -> recordServer(node(node), version));
    }
  }

  /**
   * Records which server a node has.
   *
   * @param home the node's folder
   */
  static void recordServer(Path home, String version) throws IOException {
    write(home.resolve(SERVER), version);
  }

  /** Atomically: an incomplete file would prevent every command from finding the cluster. */
  private static void write(Path file, String text) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    Files.writeString(unfinished, text);
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** The version of the server that wrote a node's data last; empty while there is none. */
  Optional<String> dataOf(String node) {
    return read(node(node).resolve(SERVER));
  }

  private void keep(String name, String secret) {
    run(
        () -> {
          create();
          Path file = path.resolve(name);
          Files.deleteIfExists(file);
          Files.createFile(
              file,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
          Files.writeString(file, secret);
        });
  }

  /** The text of a file; empty when there is none. */
  static Optional<String> read(Path file) {
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      throw new ClusterException(file + " is unreadable: start the cluster anew", e);
    }
  }

  /** Makes the clock of a cluster whose time will run slower than the wall's. */
  void createClock(double dilation) {
    ClusterClock.create(path.resolve(CLOCK), dilation);
  }

  /** The clock of the cluster; empty where its time is the wall's. */
  Optional<ClusterClock> clock() {
    return recorded().isEmpty() ? Optional.empty() : ClusterClock.at(path.resolve(CLOCK));
  }

  /** There is no cluster any more; its logs stay until the next one. */
  void forget() {
    run(
        () -> {
          Files.deleteIfExists(specFile());
          Files.deleteIfExists(path.resolve(TOKEN_KEY));
          Files.deleteIfExists(path.resolve(PASSWORD));
        });
    ClusterClock.end(path.resolve(CLOCK));
    new FaultNotes(this).clear();
  }

  /** Removes what an earlier cluster left. */
  void clear() {
    forget();
    run(
        () -> {
          create();
          for (Path node : nodes()) {
            delete(node);
          }
        });
  }

  /** Ends every process that was started here. */
  void kill() {
    run(
        () -> {
          for (Path node : nodes()) {
            new DetachedProcess(node.getFileName().toString(), node, ProcessTable.SYSTEM).kill();
          }
        });
  }

  private List<Path> nodes() throws IOException {
    if (!Files.exists(path)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(path)) {
      return entries
          .filter(entry -> NODES.matcher(entry.getFileName().toString()).matches())
          .toList();
    }
  }

  /** Removes the folder and all in it. */
  void remove() {
    run(() -> delete(path));
  }

  Path node(String name) {
    return path.resolve(name);
  }

  /**
   * Prevents other commands from starting a cluster here until the channel is closed.
   *
   * @param otherwise message if another command holds the lock
   * @throws ClusterException if another command holds the lock
   */
  FileChannel lock(String otherwise) {
    return lock(LOCK, otherwise);
  }

  /**
   * Prevents that another command does the same, as {@link #lock(String)}.
   *
   * @param name of the lock file
   */
  FileChannel lock(String name, String otherwise) {
    try {
      create();
      requireOurs();
      FileChannel channel =
          FileChannel.open(path.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (locked(channel)) {
        return channel;
      }
      channel.close();
      throw new ClusterException(otherwise);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /** Every cluster leaves its lock file, so what is without one is somebody else's. */
  private void requireOurs() throws IOException {
    if (Files.exists(path.resolve(LOCK))) {
      return;
    }
    try (Stream<Path> entries = Files.list(path)) {
      entries
          .map(entry -> entry.getFileName().toString())
          .filter(StateFolder::isCleared)
          .findFirst()
          .ifPresent(
              name -> {
                throw new ClusterException(
                    "%s has a '%s' that bin/nacos-cluster did not write and would remove: name a new folder in NACOS_CLUSTER_STATE"
                        .formatted(path, name));
              });
    }
  }

  private static boolean isCleared(String name) {
    return Set.of(SPEC, TOKEN_KEY, PASSWORD, CLOCK).contains(name) || NODES.matcher(name).matches();
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Held by another thread of this JVM.
      return false;
    }
  }

  /** Creates the folder unless it exists. */
  void create() throws IOException {
    Files.createDirectories(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private Path specFile() {
    return path.resolve(SPEC);
  }

  /** Removes a file, or a folder with its content; has no effect if it does not exist. */
  static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** A step that reads or writes files. */
  interface Action {
    void run() throws IOException;
  }

  private void run(Action action) {
    try {
      action.run();
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private ClusterException unwritable(IOException e) {
    return new ClusterException(
        "cannot write %s (%s): name a folder of yours in NACOS_CLUSTER_STATE"
            .formatted(path, e.getMessage()),
        e);
  }
}
