package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code run.json}, written atomically. */
final class RunJson {

  private RunJson() {}

  static void write(Path file, RunRecord run, Recorder.Opener opener) {
    try {
      AtomicFile.write(
          file, Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(run), opener);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a run that is no JSON: " + run, e);
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
      throw RecordException.unreadable(file, e);
    }
  }

  private static void requireReadable(Path file, JsonNode json) {
    JsonNode schema = json.path("schema");
    boolean whole =
        json.path("workload").isObject() || json.path("source").asText().equals(Source.JTL.word());
    if (!schema.isInt() || !json.path("tool").isObject() || !whole) {
      throw new RecordException(
          file + " was not written by this tool, or is cut short; name a run's folder");
    }
    if (schema.intValue() != RunRecord.SCHEMA) {
      throw new RecordException(
          "%s has schema %d, and this version reads %d; use version %s of the tool"
              .formatted(
                  file,
                  schema.intValue(),
                  RunRecord.SCHEMA,
                  json.path("tool").path("version").asText("that wrote it")));
    }
  }
}
