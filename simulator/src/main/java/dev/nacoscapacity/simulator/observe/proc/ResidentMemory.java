package dev.nacoscapacity.simulator.observe.proc;

import java.io.File;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Peak resident memory of this process, from {@code VmRSS} in its status file. */
final class ResidentMemory {

  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s*(\\d+) kB");
  private static final int KIBI = 1024;

  private final ProcFile file = new ProcFile();
  private final File status;
  private Long maxBytes;

  /**
   * @param proc where the proc file system is mounted
   */
  ResidentMemory(Path proc) {
    status = proc.resolve("self").resolve("status").toFile();
  }

  void sample() {
    String text = file.read(status);
    Matcher found = RESIDENT.matcher(text == null ? "" : text);
    if (found.find()) {
      long bytes = Long.parseLong(found.group(1)) * KIBI;
      maxBytes = maxBytes == null ? bytes : Math.max(maxBytes, bytes);
    }
  }

  void restart() {
    maxBytes = null;
  }

  /** Null when it cannot be read. */
  Long maxBytes() {
    return maxBytes;
  }
}
