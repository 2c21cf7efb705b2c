package dev.nacoscapacity.reports.merge;

import dev.nacoscapacity.reports.checker.Judge;
import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Verdict;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The runs of several processes, here or on several machines, that shared one fleet: to be merged
 * into one run, with one verdict. A shard whose process died before its record was written takes
 * part with the rows that it left, and one whose disk was full with the figures of its record; the
 * merged run is then an interrupted one.
 */
public final class ShardedRun {

  private static final String WHOLE_FLEET = "1/1";

  private final List<ShardRun> shards;
  private final String whole;
  private final CommonWindow window;
  private final Instant start;

  private ShardedRun(List<ShardRun> shards, String whole, CommonWindow window, Instant start) {
    this.shards = shards;
    this.whole = whole;
    this.window = window;
    this.start = start;
  }

  /**
   * Reads the runs of a whole fleet.
   *
   * @param folders a run each, in any order
   * @throws RecordException when a folder cannot be read, or the runs are not the shards of one
   *     fleet: one is missing or there twice, they differ in a setting, or their judged windows
   *     have nothing in common
   */
  public static ShardedRun open(List<Path> folders) {
    return open(folders, WHOLE_FLEET);
  }

  /**
   * Reads the runs that make up one shard of a fleet, which was itself divided.
   *
   * @param whole what they make up together, {@code I/N}
   * @throws dev.nacoscapacity.reports.record.RecordException as above
   */
  public static ShardedRun open(List<Path> folders, String whole) {
    List<ShardRun> shards =
        folders.stream()
            .map(RunFolder::open)
            .map(ShardRun::read)
            .sorted(Comparator.comparing(ShardRun::part))
            .toList();
    OneFleet.require(shards, ShardNumber.parse(whole));
    Instant first = shards.stream().map(s -> s.run().startedAt()).min(Instant::compareTo).get();
    return new ShardedRun(shards, whole, CommonWindow.of(shards), first);
  }

  /** The same run, which began before its first shard: as if by the one who started them. */
  public ShardedRun begunAt(Instant moment) {
    return new ShardedRun(shards, whole, window, moment);
  }

  /**
   * The bounds that the runs were judged by; the usual ones when none came to its verdict.
   *
   * @throws RecordException when they differ
   */
  public Criteria criteria() {
    List<Criteria> all =
        shards.stream()
            .map(shard -> shard.run().verdict())
            .filter(Objects::nonNull)
            .map(Verdict::criteria)
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    if (all.size() > 1) {
      throw new RecordException(
          "the shards were judged by different bounds: run them with the same --criteria");
    }
    return all.isEmpty() ? Criteria.defaults() : all.get(0);
  }

  /**
   * The merged record, without a verdict. Its judged window is the stretch that those of all shards
   * have in common; windows that began within a few seconds of each other count as one.
   */
  public RunRecord record() {
    return MergedRecord.of(shards, whole, window, start);
  }

  /**
   * Adds the merged seconds, events and distributions to a record, and does not finish it.
   *
   * @param recorder of a run that began when {@link #record()} says
   * @throws RecordException when the rows of a shard cannot be read, or theirs not be written
   */
  public void addRowsTo(Recorder recorder) {
    addRowsTo(recorder, List.of());
  }

  /**
   * The same.
   *
   * @param others events of the one who started the shards
   */
  public void addRowsTo(Recorder recorder, List<Event> others) {
    new MergedRows(shards, window, start, others).addTo(recorder);
  }

  /**
   * Merges the runs into a folder of their own.
   *
   * @param folder created when absent; must be empty
   * @param criteria to judge by
   * @return the record, with its verdict
   * @throws RecordException when the folder is not empty or cannot be written
   */
  public RunRecord mergeInto(Path folder, Criteria criteria) {
    RunRecord merged = record();
    try (Recorder recorder = Recorder.open(folder, merged)) {
      addRowsTo(recorder);
      RunRecord judged =
          merged.toBuilder().verdict(Judge.standard().judge(merged, criteria)).build();
      recorder.finish(judged);
      return judged;
    }
  }
}
