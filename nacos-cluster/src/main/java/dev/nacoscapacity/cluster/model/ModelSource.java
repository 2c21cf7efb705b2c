package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.core.text.Sha256;
import dev.nacoscapacity.core.yaml.Section;
import dev.nacoscapacity.core.yaml.YamlException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * Which file something was read from, for the record of a run.
 *
 * @param name as requested: the name of a shipped file, or a path
 * @param sha256 of its bytes, in hexadecimal digits
 */
public record ModelSource(String name, String sha256) {

  private static final String YAML = ".yaml";

  /** A file's text beside its source. */
  record Text(ModelSource source, String file, String text, Path folder) {}

  /**
   * Reads a shipped file by its name, or any other by its path.
   *
   * @param kind of the file, for errors
   * @param shipped the names of the files that come with the tool
   * @param folder that a path is relative to
   * @throws YamlException when there is no such file
   */
  static Text read(String kind, String name, List<String> shipped, Path folder) {
    if (shipped.contains(name)) {
      return text(name, name + YAML, shipped(name), Path.of(""));
    }
    Path path = folder.resolve(name);
    try {
      String text = Files.readString(path);
      return text(name, path.toString(), text, path.toAbsolutePath().getParent());
    } catch (NoSuchFileException e) {
      throw new YamlException(
          "there is no %s '%s': it is one of %s, or a file"
              .formatted(kind, name, String.join(", ", shipped)));
    } catch (IOException e) {
      throw Section.unreadable(path, e);
    }
  }

  static Text text(String name, String file, String text, Path folder) {
    byte[] digest = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    return new Text(new ModelSource(name, HexFormat.of().formatHex(digest)), file, text, folder);
  }

  private static String shipped(String name) {
    try (InputStream bytes = ModelSource.class.getResourceAsStream(name + YAML)) {
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
