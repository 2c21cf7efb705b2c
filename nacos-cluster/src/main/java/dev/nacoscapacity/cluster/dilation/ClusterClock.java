package dev.nacoscapacity.cluster.dilation;

import dev.nacoscapacity.core.verdict.InconclusiveException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The clock of a cluster: a file that its processes map, and that the preload reads. It runs with
 * the wall's until {@link #slow}, and that many times slower from then on; nothing that waits is
 * late then. A process that has mapped the file lives in its time.
 */
public final class ClusterClock {

  /** Environment variable of the preload: the clock's file. */
  static final String FILE = "NACOS_CAPACITY_CLOCK";

  /** Environment variable of the preload: {@code 1} where each thread is held to one core. */
  static final String PACED = "NACOS_CAPACITY_PACED";

  // The layout of struct clock in dilation.c.
  private static final int SLOWED = 0;
  private static final int WALL = 8;
  private static final int DILATION = 16;
  private static final int SIZE = 24;

  /** Until all processes have seen that it will be slow; time would jump back for a late one. */
  private static final long NOTICE_NANOS = 20_000_000;

  private static final VarHandle MOMENT =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final Path file;
  private final ByteBuffer content;

  private ClusterClock(Path file, ByteBuffer content) {
    this.file = file;
    this.content = content;
  }

  /**
   * Makes the clock of a new cluster, which runs with the wall's. An existing file is set anew, for
   * the processes that have mapped it.
   *
   * @param dilation how many times slower it will run, above 1
   */
  public static ClusterClock create(Path file, double dilation) {
    try {
      if (!Files.exists(file)) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      }
      ByteBuffer content = map(file);
      MOMENT.setRelease(content, SLOWED, 0L);
      content.putDouble(DILATION, dilation);
      return new ClusterClock(file, content);
    } catch (IOException e) {
      throw new InconclusiveException(
          "cannot write the clock %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** The clock in a file; empty when the file is not one, or that of a cluster that has ended. */
  public static Optional<ClusterClock> at(Path file) {
    try {
      if (!Files.isReadable(file) || Files.size(file) < SIZE) {
        return Optional.empty();
      }
      ByteBuffer content = map(file);
      return content.getDouble(DILATION) > 1
          ? Optional.of(new ClusterClock(file, content))
          : Optional.empty();
    } catch (IOException e) {
      throw new InconclusiveException(
          "cannot read the clock %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** The clock in whose time this process lives; empty when that is the wall's. */
  public static Optional<ClusterClock> own() {
    return Optional.ofNullable(System.getenv(FILE))
        .map(Path::of)
        .filter(Preload::hasMapped)
        .flatMap(ClusterClock::at);
  }

  private static ByteBuffer map(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer content = channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
      return content.order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  /** How many times slower it runs than the wall's clock, or will run once it is slow. */
  public double dilation() {
    return content.getDouble(DILATION);
  }

  /** Whether it runs slower than the wall's. */
  public boolean isSlow() {
    return slowed() != 0;
  }

  /** When it slowed; 0 while it has not, or when that was before this machine was started. */
  private long slowed() {
    long moment = (long) MOMENT.getAcquire(content, SLOWED);
    return moment - System.nanoTime() > NOTICE_NANOS ? 0 : moment;
  }

  /** Slows it for all its processes at once. Has no effect on a slow clock. */
  public void slow() {
    if (!isSlow()) {
      // HotSpot's on Linux is CLOCK_MONOTONIC, which all processes of a machine share.
      long now = System.nanoTime();
      Instant wall = Instant.now();
      long before = (long) MOMENT.getAcquire(content, SLOWED);
      // Whoever else does this at the same time has seen the same difference.
      content.putLong(WALL, nanos(wall) - now);
      // Read last: who is held up between here and the store must not be so for the whole notice.
      MOMENT.compareAndSet(content, SLOWED, before, System.nanoTime() + NOTICE_NANOS);
    }
    while (System.nanoTime() - slowed() < 0) {
      Thread.onSpinWait();
    }
  }

  /**
   * Ends the clock in a file, if there is one: what still lives in its time sees the wall's again,
   * and the file goes unless this process is one of them, which may start another cluster.
   */
  public static void end(Path file) {
    at(file)
        .ifPresent(
            clock -> {
              MOMENT.setRelease(clock.content, SLOWED, 0L);
              clock.content.putDouble(DILATION, 1);
            });
    try {
      if (!Preload.hasMapped(file)) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new InconclusiveException("cannot remove the clock " + file, e);
    }
  }

  /**
   * How many times slower than the wall's the time of this process runs now; 1 in the wall's time.
   */
  public static double dilationHere() {
    return own().filter(ClusterClock::isSlow).map(ClusterClock::dilation).orElse(1.0);
  }

  private static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }

  /**
   * What a process needs in its environment to live in this clock's time, and to have each of its
   * threads held to one core.
   *
   * @throws InconclusiveException when there is no preload for this machine
   */
  public Map<String, String> environment() {
    return environment(Preload.library());
  }

  Map<String, String> environment(Path library) {
    return Map.of(FILE, file.toString(), PACED, "1", Preload.VARIABLE, library.toString());
  }

  /**
   * Refuses a machine on which time cannot be slowed.
   *
   * @throws InconclusiveException when there is no preload for it
   */
  public static void requirePreload() {
    Preload.require();
  }

  /** Whether it is the same clock. */
  public boolean is(ClusterClock other) {
    try {
      return Files.isSameFile(file, other.file);
    } catch (IOException e) {
      return false;
    }
  }
}
