package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The resources that one node had used at one moment: a row of {@code servers.csv}. CPU, GC and JIT
 * are counters since the start of the node's process, so that the difference of two rows is exact.
 * What is unknown is absent, an empty cell.
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
    @JsonUnwrapped Cpu cpu,
    @JsonUnwrapped Jvm jvm,
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

  static final List<String> COLUMNS = columns(ServerRow.class).toList();

  public ServerRow {
    cpu = cpu == null ? Cpu.UNKNOWN : cpu;
    jvm = jvm == null ? Jvm.UNKNOWN : jvm;
  }

  private static Stream<String> columns(Class<?> row) {
    return Stream.of(row.getRecordComponents()).flatMap(ServerRow::columns);
  }

  private static Stream<String> columns(RecordComponent column) {
    return column.getType().isRecord() ? columns(column.getType()) : Stream.of(column.getName());
  }

  /** Processor time and threads of a node's process. */
  public record Cpu(Double userCpuSeconds, Double systemCpuSeconds, Integer threads) {

    static final Cpu UNKNOWN = new Cpu(null, null, null);

    /** User and system CPU seconds; empty when unknown. */
    public OptionalDouble seconds() {
      return userCpuSeconds == null
          ? OptionalDouble.empty()
          : OptionalDouble.of(userCpuSeconds + (systemCpuSeconds == null ? 0 : systemCpuSeconds));
    }
  }

  /**
   * Heap and collections of a node's JVM.
   *
   * @param gcCount pauses of every kind since the JVM started
   * @param gcMillis their sum
   */
  public record Jvm(Long heapUsedBytes, Long heapMaxBytes, Long gcCount, Long gcMillis) {

    public static final Jvm UNKNOWN = new Jvm(null, null, null, null);
  }
}
