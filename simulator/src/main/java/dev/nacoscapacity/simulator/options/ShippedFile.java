package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.process.LocalClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** YAML files that are given by path or, if they come with this project, by name. */
public final class ShippedFile {

  private static final String ENDING = ".yaml";

  private ShippedFile() {}

  /**
   * A file by its path or name.
   *
   * @param kind of the file, for the error
   * @param folder of the files that come with this project
   * @throws UsageException when there is no such file
   */
  public static Path of(String kind, String folder, String given) {
    Path shipped = Path.of(System.getProperty(LocalClusters.HOME, ""), folder);
    Path named = shipped.resolve(given + ENDING);
    if (Files.isRegularFile(Path.of(given))) {
      return Path.of(given);
    }
    if (Files.isRegularFile(named)) {
      return named;
    }
    String names = String.join(", ", names(shipped));
    throw new UsageException(
        "no %s '%s': neither a file, nor one of %s/%s"
            .formatted(kind, given, folder, names.isEmpty() ? "" : " (" + names + ")"));
  }

  /** Its name, for people. */
  public static String name(Path file) {
    return file.getFileName().toString().replaceAll("\\.ya?ml$", "");
  }

  /** The names of the files in a folder; empty when the folder cannot be read or does not exist. */
  public static List<String> names(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(each -> each.getFileName().toString())
          .filter(name -> name.endsWith(ENDING))
          .map(name -> name.substring(0, name.length() - ENDING.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
