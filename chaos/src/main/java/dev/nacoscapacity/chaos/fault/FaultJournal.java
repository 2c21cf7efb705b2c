package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.process.FaultNotes;
import java.util.function.Consumer;

/**
 * Records active faults, so that they can be healed if this process dies.
 *
 * @param begun called with a note before a fault is injected
 * @param healed called with the node after a fault was healed
 */
public record FaultJournal(Consumer<FaultNotes.Note> begun, Consumer<String> healed) {

  /** No journal, for a cluster that ends with this process. */
  public static final FaultJournal NONE = new FaultJournal(note -> {}, node -> {});

  /** A journal in a state folder, where {@code heal} finds it. */
  public static FaultJournal in(FaultNotes notes) {
    return new FaultJournal(notes::add, notes::remove);
  }
}
