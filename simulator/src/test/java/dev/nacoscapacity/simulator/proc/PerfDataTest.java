package dev.nacoscapacity.simulator.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.ServerRow;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PerfDataTest {

  @Test
  void shouldAddUpSpacesAndCollectors() {
    assertThat(PerfData.parse(file("Copy:MSC"))).isEqualTo(new ServerRow.Jvm(150L, 300L, 7L, 12L));
  }

  @Test
  void shouldTakeTheLargestGenerationWhenEachMayHaveTheWholeHeap() {
    assertThat(PerfData.parse(file("GarbageFirst")).heapMaxBytes()).isEqualTo(200);
  }

  @Test
  void shouldAgreeWithThisJvmsOwnCounters() {
    ServerRow.Jvm own = PerfData.read(Path.of("/tmp"), ProcessHandle.current().pid());
    assertThat(own).isNotEqualTo(ServerRow.Jvm.UNKNOWN);
    assertThat(own.heapMaxBytes()).isBetween(max() - (1 << 20), max() + (64 << 20));
    assertThat(own.heapUsedBytes()).isBetween(1L, max());
  }

  @Test
  void shouldKnowNothingWhenThereIsNoFile() {
    assertThat(PerfData.read(Path.of("/tmp"), Long.MAX_VALUE)).isEqualTo(ServerRow.Jvm.UNKNOWN);
    assertThat(PerfData.read(Path.of("/nowhere"), 1)).isEqualTo(ServerRow.Jvm.UNKNOWN);
    assertThat(PerfData.parse(new byte[100])).isEqualTo(ServerRow.Jvm.UNKNOWN);
  }

  @Property(seed = "1")
  void shouldNotFailWhenBytesOfTheFileAreWrong(
      @ForAll @IntRange(max = 400) int position, @ForAll byte wrong) {
    byte[] file = file("GarbageFirst");
    file[position] = wrong;
    PerfData.parse(file);
  }

  private static long max() {
    return Runtime.getRuntime().maxMemory();
  }

  private static byte[] file(String policy) {
    ByteBuffer file = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    file.order(ByteOrder.BIG_ENDIAN).putInt(0xcafec0c0).order(ByteOrder.LITTLE_ENDIAN);
    file.put((byte) 1).put((byte) 2).put((byte) 0).put((byte) 1);
    file.position(24);
    file.putInt(32).putInt(9);
    counter(file, "sun.gc.generation.0.maxCapacity", 100);
    counter(file, "sun.gc.generation.1.maxCapacity", 200);
    counter(file, "sun.gc.generation.0.space.0.used", 50);
    counter(file, "sun.gc.generation.1.space.0.used", 100);
    counter(file, "sun.gc.generation.1.space.0.maxCapacity", 999);
    counter(file, "sun.gc.collector.0.invocations", 7);
    counter(file, "sun.gc.collector.0.time", 12_000);
    counter(file, "sun.os.hrt.frequency", 1_000_000);
    entry(file, "sun.gc.policy.name", 'B', policy.getBytes(StandardCharsets.UTF_8));
    return file.array();
  }

  private static void counter(ByteBuffer file, String name, long value) {
    byte[] bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
    entry(file, name, 'J', bytes);
  }

  private static void entry(ByteBuffer file, String name, char type, byte[] value) {
    int nameLength = (name.length() + 1 + 7) / 8 * 8;
    int valueLength = (value.length + 1 + 7) / 8 * 8;
    int start = file.position();
    file.putInt(20 + nameLength + valueLength).putInt(20).putInt(type == 'B' ? value.length : 0);
    file.put((byte) type).put((byte) 0).put((byte) 0).put((byte) 0).putInt(20 + nameLength);
    file.put(name.getBytes(StandardCharsets.UTF_8));
    file.position(start + 20 + nameLength);
    file.put(value);
    file.position(start + 20 + nameLength + valueLength);
  }
}
