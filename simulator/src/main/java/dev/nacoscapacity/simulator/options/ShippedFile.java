package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.Checkout;
import dev.nacoscapacity.core.cli.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds YAML files by path or, if they are shipped with this project, by name. */
public final class ShippedFile {

  private static final String SUFFIX = ".yaml";

  private ShippedFile() {}

  /**
   * Finds a file by its path or name.
   *
   * @param kind of the file, for the error message
   * @param folder of the shipped files
   * @throws UsageException when there is no such file
   */
  public static Path of(String kind, String folder, String name) {
    Path shipped = folder(folder);
    Path named = shipped.resolve(name + SUFFIX);
    if (Files.isRegularFile(Path.of(name))) {
      return Path.of(name);
    }
    if (Files.isRegularFile(named)) {
      return named;
    }
    String names = String.join(", ", names(shipped));
    throw new UsageException(
        "no %s '%s': neither a file, nor one of %s/%s"
            .formatted(kind, name, folder, names.isEmpty() ? "" : " (" + names + ")"));
  }

  /** The path of a folder of shipped files. */
  public static Path folder(String folder) {
    return Checkout.home().resolve(folder);
  }

  /** The name of a file without its ending. */
  public static String name(Path file) {
    return file.getFileName().toString().replaceAll("\\.ya?ml$", "");
  }

  /** The names of a folder's YAML files, sorted; empty when the folder cannot be read. */
  public static List<String> names(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(each -> each.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
