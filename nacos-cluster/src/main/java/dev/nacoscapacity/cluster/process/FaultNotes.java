package dev.nacoscapacity.cluster.process;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.cluster.ClusterException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The faults that experiments have injected and not healed yet, in a file of the state folder:
 * faults in the local cluster, or faults of hooks in other clusters. A note is written before the
 * fault and removed after the heal, so that it outlives a tool that dies in between. Safe for use
 * by several threads of one process.
 */
public final class FaultNotes {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * One fault.
   *
   * @param node the fault was injected into
   * @param fault for example {@code kill}
   * @param since ISO 8601
   * @param heal the command that undoes it, for {@code sh -c}; null where this project's own
   *     commands do
   * @param folder in which that command runs; null without one
   */
  public record Note(String node, String fault, String since, String heal, String folder) {

    /** A fault that this project can heal itself. */
    public Note(String node, String fault, String since) {
      this(node, fault, since, null, null);
    }
  }

  private final StateFolder state;
  private final File file;
  private final String remedy;

  private FaultNotes(StateFolder state, String file, String remedy) {
    this.state = state;
    this.file = state.path().resolve(file).toFile();
    this.remedy = remedy;
  }

  /** The notes of the local cluster. */
  FaultNotes(StateFolder state) {
    this(state, "faults.json", "run bin/nacos-cluster heal");
  }

  /**
   * The notes of clusters that this project did not start; these notes outlive the local cluster.
   */
  static FaultNotes ofHooks(StateFolder state) {
    return new FaultNotes(
        state, "hooks.json", "heal the nodes in it by hand, then bin/chaos heal --forget");
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
      throw new ClusterException(file + " is unreadable: " + remedy, e);
    }
  }

  private void write(List<Note> notes) {
    try {
      state.create();
      // Readable by its owner only: a command may contain a secret.
      Path draft = Files.createTempFile(state.path(), file.getName(), null);
      try {
        JSON.writeValue(draft.toFile(), notes);
        Files.move(draft, file.toPath(), StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw new ClusterException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
