package dev.nacoscapacity.reports.outcome;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The outcomes of a run, of the rows of a plan, or of the trials of an experiment.
 *
 * @param name of the folder
 * @param question in words; empty for a single run
 * @param whole whether all planned runs were made
 */
public record Outcomes(String name, String question, List<Outcome> all, boolean whole) {

  /**
   * Kinds of studies whose runs are expected to pass. The trials of a search, for example, are not.
   */
  private static final Set<String> KINDS = Set.of("plan", "experiment");

  public Outcomes {
    all = List.copyOf(all);
  }

  /**
   * Reads a folder.
   *
   * @throws RecordException when it is neither a run nor a study whose runs are to pass, or a run
   *     cannot be read
   */
  public static Outcomes of(Path folder) {
    String name = folder.toAbsolutePath().normalize().getFileName().toString();
    if (!Study.isIn(folder)) {
      RunRecord run = RunFolder.open(folder).run();
      return new Outcomes(name, "", List.of(new Outcome(name, run, false)), true);
    }
    Study study = Study.read(folder);
    if (!KINDS.contains(study.kind())) {
      throw new RecordException(
          "%s is a study of kind '%s', whose runs need not pass: name a run, a plan or an experiment"
              .formatted(folder, study.kind()));
    }
    List<Outcome> all = new ArrayList<>();
    for (int i = 0; i < study.runs().size(); i++) {
      String run = study.runs().get(i);
      JsonNode trial = study.trials().get(i);
      String round = trial.path("round").asText("");
      all.add(
          new Outcome(
              round.isEmpty() ? run : run + " (" + round + ")",
              RunFolder.open(folder.resolve(run)).run(),
              study.isSuperseded(trial)));
    }
    return new Outcomes(name, study.question(), all, study.answer() != null);
  }

  /**
   * The worst status that counts; inconclusive instead of a pass when not all planned runs were
   * made.
   */
  public Status status() {
    return Status.worst(
        all.stream().filter(each -> !each.superseded()).map(Outcome::status).toList(), whole);
  }

  /** The number of outcomes that count and have this status. */
  long count(Status status) {
    return all.stream().filter(each -> !each.superseded() && each.status() == status).count();
  }
}
