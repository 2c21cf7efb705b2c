package dev.nacoscapacity.calibration.payload;

/**
 * How a server echoes.
 *
 * @param executor whether a separate thread pool handles messages, instead of the event loop
 * @param adaptive whether the size of the receive buffer adapts to the received data
 */
record EchoSetting(Stack stack, boolean executor, boolean adaptive, Writes writes) {

  /** Bytes of a fixed receive buffer, and the first of MINA's adaptive one. */
  static final int BUFFER = 2048;

  /** Length of the prefix that contains the length of a message. */
  static final int LENGTH_BYTES = 4;

  static final int LONGEST_MESSAGE = 1 << 20;

  /** Linux delays an ACK by 40 ms; nothing else here takes nearly that long. */
  static final int STALL_MILLIS = 30;

  /** Threads of the pool. */
  static final int EXECUTOR_THREADS = 16;

  enum Stack {
    NETTY,
    MINA
  }

  /** How an echo is written to the socket. */
  enum Writes {
    /** One write, sent immediately: {@code TCP_NODELAY}. */
    NO_DELAY("no delay"),
    /** One write, which the kernel may delay. */
    NAGLE("nagle"),
    /** Two writes, the length and the rest, which the kernel may delay. */
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
