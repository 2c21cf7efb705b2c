package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.client.Operation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * A {@link Tally} as bytes, whole distributions and all, for a process of the same version on the
 * same machine.
 */
public final class TallyCodec {

  private TallyCodec() {}

  public static byte[] encode(Tally tally) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      for (Operation operation : Operation.values()) {
        write(tally.of(operation), out);
      }
      write(tally.lag(), out);
      write(tally.boundWait(), out);
      out.writeLong(tally.connected);
      out.writeInt(tally.okByServer.length);
      for (long calls : tally.okByServer) {
        out.writeLong(calls);
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
  public static Tally decode(byte[] bytes) {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    Tally tally = new Tally();
    try {
      for (Operation operation : Operation.values()) {
        read(tally.of(operation), in);
      }
      read(tally.lag(), in);
      read(tally.boundWait(), in);
      tally.connected = in.readLong();
      tally.okByServer = new long[in.readInt()];
      for (int server = 0; server < tally.okByServer.length; server++) {
        tally.okByServer[server] = in.readLong();
      }
    } catch (IOException | DataFormatException e) {
      throw new IllegalArgumentException("not the bytes of a tally", e);
    }
    return tally;
  }

  private static void write(Tally.Counts counts, DataOutputStream out) throws IOException {
    out.writeLong(counts.required);
    out.writeLong(counts.started);
    out.writeLong(counts.ok);
    out.writeLong(counts.missed);
    out.writeLong(counts.rerouted);
    out.writeLong(counts.underWay);
    out.writeLong(counts.unserved);
    out.writeLong(counts.longestUnservedMs);
    out.writeInt(counts.failed.size());
    for (Map.Entry<String, Long> reason : counts.failed.entrySet()) {
      out.writeUTF(reason.getKey());
      out.writeLong(reason.getValue());
    }
    write(counts.latency, out);
    write(counts.retries, out);
    write(counts.poolWait, out);
    write(counts.service, out);
  }

  private static void read(Tally.Counts counts, DataInputStream in)
      throws IOException, DataFormatException {
    counts.required = in.readLong();
    counts.started = in.readLong();
    counts.ok = in.readLong();
    counts.missed = in.readLong();
    counts.rerouted = in.readLong();
    counts.underWay = in.readLong();
    counts.unserved = in.readLong();
    counts.longestUnservedMs = in.readLong();
    for (int reasons = in.readInt(); reasons > 0; reasons--) {
      counts.failed.put(in.readUTF(), in.readLong());
    }
    read(counts.latency, in);
    read(counts.retries, in);
    read(counts.poolWait, in);
    read(counts.service, in);
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
