package dev.nacoscapacity.cluster.process;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.cluster.ClusterException;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The faults that an experiment has injected into the local cluster and not healed yet, in {@code
 * faults.json} of its state folder. A note is written before the fault and removed after the heal,
 * so that it outlives a tool that dies in between. Safe for use by several threads of one process.
 */
public final class FaultNotes {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * One fault.
   *
   * @param node the fault was injected into
   * @param fault for example {@code kill}
   * @param since ISO 8601
   */
  public record Note(String node, String fault, String since) {}

  private final File file;

  FaultNotes(StateFolder state) {
    this.file = state.path().resolve("faults.json").toFile();
  }

  /** Adds a fault that is about to be injected. */
  public synchronized void add(Note note) {
    List<Note> notes = new ArrayList<>(all());
    notes.add(note);
    write(notes);
  }

  /** Removes the faults of a node, which is healed. */
  public synchronized void remove(String node) {
    List<Note> notes = new ArrayList<>(all());
    if (notes.removeIf(note -> note.node().equals(node))) {
      write(notes);
    }
  }

  /** Removes all faults. */
  public synchronized void clear() {
    if (file.exists() && !file.delete()) {
      throw new ClusterException("cannot delete " + file);
    }
  }

  /** All faults, oldest first. */
  public synchronized List<Note> all() {
    if (!file.exists()) {
      return List.of();
    }
    try {
      return JSON.readValue(file, new TypeReference<>() {});
    } catch (IOException e) {
      throw new ClusterException(file + " is unreadable: run bin/nacos-cluster heal", e);
    }
  }

  private void write(List<Note> notes) {
    try {
      JSON.writeValue(file, notes);
    } catch (IOException e) {
      throw new ClusterException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
