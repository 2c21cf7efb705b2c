package dev.nacoscapacity.calibration.payload;

/**
 * How a server echoes.
 *
 * @param executor whether a pool of threads of its own handles messages, not the event loop
 * @param adaptive whether the receive buffer's size follows what arrives
 */
record EchoSetting(Stack stack, boolean executor, boolean adaptive, Writes writes) {

  /** Bytes of a fixed receive buffer, and the first of MINA's adaptive one. */
  static final int BUFFER = 2048;

  /** A message is its length in so many bytes, and then so many bytes. */
  static final int LENGTH_BYTES = 4;

  static final int LONGEST_MESSAGE = 1 << 20;

  /** Linux delays an ACK by 40 ms; nothing else here takes nearly so long. */
  static final int STALL_MILLIS = 30;

  /** Threads of the pool. */
  static final int EXECUTOR_THREADS = 16;

  enum Stack {
    NETTY,
    MINA
  }

  /** How an echo is handed to the kernel. */
  enum Writes {
    /** At once and whole: {@code TCP_NODELAY}. */
    NO_DELAY("no delay"),
    /** Whole, and the kernel may wait for more. */
    NAGLE("nagle"),
    /** Its length and the rest one after the other, and the kernel may wait for more. */
    NAGLE_TWICE("nagle, two writes");

    private final String label;

    Writes(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }
}
