package dev.nacoscapacity.core.stats;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Encodes {@link RunStats} as bytes, including complete distributions, for a process of the same
 * version on the same machine.
 */
public final class StatsCodec {

  private StatsCodec() {}

  public static byte[] encode(RunStats stats) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      out.writeInt(stats.registry().size());
      for (Map.Entry<String, RegistryStats> node : stats.registry().entrySet()) {
        out.writeUTF(node.getKey());
        write(RegistryCount.values(), node.getValue(), out);
      }
      out.writeInt(stats.operations().size());
      for (Map.Entry<String, OperationStats> operation : stats.operations().entrySet()) {
        out.writeUTF(operation.getKey());
        write(operation.getValue(), out);
      }
      write(stats.shortages(), out);
      out.writeInt(stats.waves().size());
      for (WaveStats wave : stats.waves()) {
        write(WaveCount.values(), wave, out);
      }
      for (Distribution distribution : Distribution.values()) {
        write(stats.histogram(distribution), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("memory takes all that is written", e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws IllegalArgumentException when it is something else
   */
  public static RunStats decode(byte[] bytes) {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    try {
      List<String> nodes = new ArrayList<>();
      List<RegistryStats> registry = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        nodes.add(in.readUTF());
        registry.add(new RegistryStats());
        read(RegistryCount.values(), registry.get(registry.size() - 1), in);
      }
      RunStats stats = new RunStats(nodes);
      for (int node = 0; node < nodes.size(); node++) {
        stats.node(node).append(registry.get(node));
      }
      for (int left = in.readInt(); left > 0; left--) {
        read(stats.of(in.readUTF()), in);
      }
      read(stats.shortages(), in);
      for (int wave = 0, waves = in.readInt(); wave < waves; wave++) {
        read(WaveCount.values(), stats.wave(wave), in);
      }
      for (Distribution distribution : Distribution.values()) {
        read(stats.recording(distribution), in);
      }
      return stats;
    } catch (IOException | DataFormatException e) {
      throw new IllegalArgumentException("not the bytes of a run's figures", e);
    }
  }

  private static void write(OperationStats stats, DataOutputStream out) throws IOException {
    write(OperationCount.values(), stats, out);
    write(stats.failures(), out);
    for (LatencyPart part : LatencyPart.values()) {
      write(stats.histogram(part), out);
    }
  }

  private static void read(OperationStats stats, DataInputStream in)
      throws IOException, DataFormatException {
    read(OperationCount.values(), stats, in);
    read(stats.failures(), in);
    for (LatencyPart part : LatencyPart.values()) {
      read(stats.recording(part), in);
    }
  }

  private static <F extends Enum<F> & Figure> void write(
      F[] figures, Counts<F> counts, DataOutputStream out) throws IOException {
    for (F figure : figures) {
      Long value = counts.get(figure);
      out.writeLong(value == null ? -1 : value);
    }
  }

  private static <F extends Enum<F> & Figure> void read(
      F[] figures, Counts<F> counts, DataInputStream in) throws IOException {
    for (F figure : figures) {
      long value = in.readLong();
      counts.set(figure, value < 0 ? null : value);
    }
  }

  private static void write(Map<String, Long> counts, DataOutputStream out) throws IOException {
    out.writeInt(counts.size());
    for (Map.Entry<String, Long> count : counts.entrySet()) {
      out.writeUTF(count.getKey());
      out.writeLong(count.getValue());
    }
  }

  private static void read(Map<String, Long> counts, DataInputStream in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      counts.put(in.readUTF(), in.readLong());
    }
  }

  private static void write(Histogram histogram, DataOutputStream out) throws IOException {
    if (histogram.getTotalCount() == 0) {
      out.writeInt(0);
      return;
    }
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    out.writeInt(length);
    out.write(buffer.array(), 0, length);
  }

  private static void read(Histogram into, DataInputStream in)
      throws IOException, DataFormatException {
    int length = in.readInt();
    if (length > 0) {
      into.add(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(in.readNBytes(length)), 0));
    }
  }
}
