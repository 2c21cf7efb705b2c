package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.process.LocalClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** YAML files that are given by their path, or where they come with this project, by their name. */
public final class ShippedFile {

  private static final String ENDING = ".yaml";

  private ShippedFile() {}

  /**
   * A file by its path or name.
   *
   * @param kind what it is, for the complaint
   * @param folder of those which come with this project
   * @throws UsageException when there is neither
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

  /** Of the files in a folder; none when it cannot be read, as where nothing was shipped. */
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
