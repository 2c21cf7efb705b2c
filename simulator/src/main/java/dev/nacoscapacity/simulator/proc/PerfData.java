package dev.nacoscapacity.simulator.proc;

import dev.nacoscapacity.core.record.ServerRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Heap, GC and clock of another JVM on this machine, from the counters that HotSpot keeps in {@code
 * hsperfdata_USER/PID} (the file that jstat reads). Reading the file costs the other JVM nothing,
 * and works while that JVM is too busy to answer a metrics request, which is when the figures
 * matter.
 *
 * <p>The layout, version 2.0, is that of HotSpot's {@code perfMemory.hpp} (prologue) and {@code
 * perfData.hpp} (entries), unchanged since JDK 5; it is parsed here because the JDK's own reader is
 * in a package that would have to be opened on every command line.
 *
 * <p>A JVM updates its clock each 50 ms of its own time. (The time stamp in the prologue is not
 * one: HotSpot writes it when it creates counters.)
 *
 * <p>The used heap has eden with a precision of a region or 50 ms, and the rest as of the last
 * collection.
 */
final class PerfData {

  private static final int MAGIC = 0xcafec0c0;
  private static final int PROLOGUE = 32;
  private static final int ENTRY_HEADER = 20;

  private PerfData() {}

  /** Finds and reads the file of a process in the temporary directory, if there is one. */
  static ServerRow.Jvm read(Path temporary, long pid) {
    return counters(temporary, pid).map(Counters::result).orElse(ServerRow.Jvm.UNKNOWN);
  }

  /** Seconds on the JVM's own clock since it started; empty when it tells none. */
  static OptionalDouble ownSeconds(Path temporary, long pid) {
    return counters(temporary, pid).map(Counters::ownSeconds).orElseGet(OptionalDouble::empty);
  }

  private static Optional<Counters> counters(Path temporary, long pid) {
    try (DirectoryStream<Path> users = Files.newDirectoryStream(temporary, "hsperfdata_*")) {
      for (Path user : users) {
        Path file = user.resolve(Long.toString(pid));
        if (Files.isReadable(file)) {
          return counters(Files.readAllBytes(file));
        }
      }
    } catch (IOException e) {
      // Treated as absent: the JVM may run without counters, or as another user.
    }
    return Optional.empty();
  }

  /** Parses the file; all is unknown if it is not initialized yet, or has another layout. */
  static ServerRow.Jvm parse(byte[] file) {
    return counters(file).map(Counters::result).orElse(ServerRow.Jvm.UNKNOWN);
  }

  private static Optional<Counters> counters(byte[] file) {
    ByteBuffer data = ByteBuffer.wrap(file);
    if (file.length < PROLOGUE || data.getInt(0) != MAGIC || data.get(5) != 2 || data.get(7) != 1) {
      return Optional.empty();
    }
    data.order(data.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    Counters counters = new Counters();
    int entry = data.getInt(24);
    for (int remaining = data.getInt(28);
        remaining > 0 && fits(data, entry, ENTRY_HEADER);
        remaining--) {
      int length = data.getInt(entry);
      if (length < ENTRY_HEADER || !fits(data, entry, length)) {
        return Optional.empty();
      }
      counters.add(data.slice(entry, length).order(data.order()));
      entry += length;
    }
    return Optional.of(counters);
  }

  private static boolean fits(ByteBuffer data, int offset, int length) {
    return offset >= 0 && length <= data.capacity() - offset;
  }

  /** Adds up the counters of all generations and collectors. */
  private static final class Counters {
    private long used;
    private long capacitySum;
    private long capacityMax;
    private boolean shared;
    private long pauses;
    private long pauseTicks;
    private long ticksPerSecond;
    private long ticks;

    void add(ByteBuffer entry) {
      int value = entry.getInt(16);
      String name = text(entry, entry.getInt(4));
      if (name.equals("sun.gc.policy.name")) {
        // Each of G1's generations may use the whole heap.
        shared = text(entry, value).equals("GarbageFirst");
      } else if (entry.get(12) == 'J' && fits(entry, value, Long.BYTES)) {
        add(name, entry.getLong(value));
      }
    }

    private void add(String name, long value) {
      if (name.equals("sun.os.hrt.frequency")) {
        ticksPerSecond = value;
      } else if (name.equals("sun.os.hrt.ticks")) {
        ticks = value;
      } else if (name.startsWith("sun.gc.collector.")) {
        pauses += name.endsWith(".invocations") ? value : 0;
        pauseTicks += name.endsWith(".time") ? value : 0;
      } else if (name.startsWith("sun.gc.generation.")) {
        boolean space = name.contains(".space.");
        if (space && name.endsWith(".used")) {
          used += value;
        } else if (!space && name.endsWith(".maxCapacity")) {
          capacitySum += value;
          capacityMax = Math.max(capacityMax, value);
        }
      }
    }

    OptionalDouble ownSeconds() {
      return ticksPerSecond <= 0 || ticks <= 0
          ? OptionalDouble.empty()
          : OptionalDouble.of((double) ticks / ticksPerSecond);
    }

    ServerRow.Jvm result() {
      if (ticksPerSecond <= 0 || capacitySum == 0) {
        return ServerRow.Jvm.UNKNOWN;
      }
      long pauseMillis = Math.round(pauseTicks * 1e3 / ticksPerSecond);
      return new ServerRow.Jvm(used, shared ? capacityMax : capacitySum, pauses, pauseMillis);
    }

    private static String text(ByteBuffer entry, int offset) {
      if (offset < 0 || offset > entry.capacity()) {
        return "";
      }
      byte[] bytes = new byte[entry.capacity() - offset];
      entry.get(offset, bytes);
      int end = 0;
      while (end < bytes.length && bytes[end] != 0) {
        end++;
      }
      return new String(Arrays.copyOf(bytes, end), StandardCharsets.UTF_8);
    }
  }
}
