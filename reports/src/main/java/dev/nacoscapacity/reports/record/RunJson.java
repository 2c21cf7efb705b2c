package dev.nacoscapacity.reports.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** {@code run.json}: written whole or not at all. */
final class RunJson {

  private RunJson() {}

  static void write(Path file, RunRecord run, Recorder.Opener opener) {
    Path draft = file.resolveSibling(file.getFileName() + ".tmp");
    try {
      byte[] json = Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(run);
      try (SeekableByteChannel channel = opener.open(draft)) {
        ByteBuffer bytes = ByteBuffer.wrap(json);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        if (channel instanceof FileChannel disk) {
          disk.force(true);
        }
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      draft.toFile().delete();
      throw RecordException.unwritable(file, e);
    }
  }

  static RunRecord read(Path file) {
    try {
      JsonNode json = Json.MAPPER.readTree(Files.readAllBytes(file));
      requireReadable(file, json);
      return Json.MAPPER.treeToValue(json, RunRecord.class);
    } catch (JsonProcessingException e) {
      throw new RecordException(
          "%s is damaged or cut short; take the run's folder from where it was written: %s"
              .formatted(file, e.getOriginalMessage()),
          e);
    } catch (IOException e) {
      throw new RecordException("cannot read %s: %s".formatted(file, Faults.words(e)), e);
    }
  }

  private static void requireReadable(Path file, JsonNode json) {
    JsonNode schema = json.path("schema");
    if (!schema.isInt() || !json.path("tool").isObject() || !json.path("workload").isObject()) {
      throw new RecordException(
          file + " was not written by this tool, or is cut short; name a run's folder");
    }
    if (schema.intValue() > RunRecord.SCHEMA) {
      throw new RecordException(
          "%s has schema %d, and this version reads up to %d; use version %s of the tool"
              .formatted(
                  file,
                  schema.intValue(),
                  RunRecord.SCHEMA,
                  json.path("tool").path("version").asText("that wrote it")));
    }
  }
}
