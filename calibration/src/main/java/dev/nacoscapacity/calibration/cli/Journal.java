package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.reports.calibration.PartResult;
import dev.nacoscapacity.reports.calibration.PartResult.Round;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.text.NumberText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The study's file, written again after each case so that a crash leaves what was measured. */
final class Journal {

  private final Path folder;
  private final Map<String, PartResult> parts = new LinkedHashMap<>();
  private Study study;

  /** Begins the file, so that there is one when nothing can be measured, too. */
  Journal(Path folder, Study study) {
    this.folder = folder;
    write(study);
  }

  /** Puts a part's newer result in place of its older one. */
  void keep(PartResult part) {
    parts.put(part.name(), part);
    write(study.withTrials(List.of(), List.copyOf(parts.values())));
  }

  /** All was measured. */
  void finish() {
    write(study.withAnswer(null, String.join("; ", ceilings())));
  }

  private void write(Study newer) {
    study = newer;
    study.write(folder);
  }

  /** What was kept, the newest of each part. */
  List<PartResult> parts() {
    return List.copyOf(parts.values());
  }

  private List<String> ceilings() {
    return parts.values().stream()
        .flatMap(part -> part.ceilings().stream())
        .map(
            ceiling ->
                NumberText.of(
                    "%s: %,.0f %s", ceiling.name().text(), ceiling.value(), ceiling.key()))
        .toList();
  }

  /** Whether all was measured that could be, that was something, and no case came to nothing. */
  boolean complete() {
    List<Round> rounds =
        parts.values().stream()
            .flatMap(part -> part.rows().stream())
            .flatMap(row -> row.rounds().stream())
            .toList();
    return study.answer() != null
        && !rounds.isEmpty()
        && rounds.stream().noneMatch(round -> round.figures().isEmpty());
  }
}
