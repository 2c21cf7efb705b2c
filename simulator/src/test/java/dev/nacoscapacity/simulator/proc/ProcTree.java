package dev.nacoscapacity.simulator.proc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a proc file system for tests. */
final class ProcTree {

  private final Path root;

  ProcTree(Path root) {
    this.root = root;
  }

  Path root() {
    return root;
  }

  void process(String pid, String name, long user, long system, int threads, long start) {
    put(pid + "/stat", stat(pid, name, user, system, threads, start));
  }

  void thread(String pid, String tid, String name, long user, long start) {
    put(pid + "/task/" + tid + "/stat", stat(tid, name, user, 0, 1, start));
  }

  void put(String file, String text) {
    try {
      Path path = root.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void remove(String folder) {
    try (var files = Files.walk(root.resolve(folder))) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String stat(
      String id, String name, long user, long system, int threads, long start) {
    return "%s (%s) S 1 1 1 0 -1 4194560 9 0 0 0 %d %d 0 0 20 0 %d 0 %d 99 1\n"
        .formatted(id, name, user, system, threads, start);
  }
}
