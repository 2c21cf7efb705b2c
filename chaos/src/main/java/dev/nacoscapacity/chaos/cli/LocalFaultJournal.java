package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.trial.FaultJournal;
import dev.nacoscapacity.cluster.process.FaultNotes;
import java.time.InstantSource;

/** Notes in the local cluster's state folder, where {@code bin/nacos-cluster} finds them. */
record LocalFaultJournal(FaultNotes file, InstantSource clock) implements FaultJournal {

  @Override
  public void breaking(String node, String fault) {
    file.add(new FaultNotes.Note(node, fault, clock.instant().toString()));
  }

  @Override
  public void mended(String node) {
    file.remove(node);
  }
}
