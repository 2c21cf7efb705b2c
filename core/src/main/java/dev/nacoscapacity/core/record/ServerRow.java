package dev.nacoscapacity.core.record;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The resources that one node had used at one moment: a row of {@code servers.csv}. CPU, context
 * switches, GC and JIT are counters since the start of the node's process, so that the difference
 * of two rows is exact. Null means unknown and gives an empty cell.
 *
 * @param seconds since the run began
 * @param jitMillis CPU time of the JVM's JIT compilers, without threads that ended before the run
 * @param connections established to the node
 * @param source {@link #PROC}, {@link #SCRAPE} or {@link #MODEL}
 */
@RecordBuilder
public record ServerRow(
    Instant time,
    double seconds,
    String node,
    Double userCpuSeconds,
    Double systemCpuSeconds,
    Long voluntarySwitches,
    Long involuntarySwitches,
    Integer threads,
    Long heapUsedBytes,
    Long heapMaxBytes,
    Long gcCount,
    Long gcMillis,
    Long jitMillis,
    Integer connections,
    String source)
    implements ServerRowBuilder.With {

  /** Read from {@code /proc} of this machine. */
  public static final String PROC = "proc";

  /** Read from the node's own metrics. */
  public static final String SCRAPE = "scrape";

  /** Computed by a model. */
  public static final String MODEL = "model";

  static final List<String> COLUMNS =
      Stream.of(ServerRow.class.getRecordComponents()).map(RecordComponent::getName).toList();
}
