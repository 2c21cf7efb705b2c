package dev.nacoscapacity.simulator.verify;

/**
 * Finds words in a text that comes in chunks: carries the end of each chunk over to the next, so
 * that a word may lie across any number of borders.
 */
final class KeyMatcher {

  private final ByteMatcher needles;
  private final int length;

  /**
   * The last bytes, at most the length of a word and at least one, since a word needs the byte
   * before it.
   */
  private final byte[] border;

  private int carry;
  private byte lastLetter;

  KeyMatcher(ByteMatcher needles) {
    this.needles = needles;
    this.length = needles.length();
    this.border = new byte[2 * length];
    forget();
  }

  /** Forgets earlier bytes. */
  void forget() {
    border[0] = 0;
    carry = 1;
  }

  /** The index just past the first word that ends in {@code [from, end)}, or -1. */
  int find(byte[] bytes, int from, int end) {
    int count = Math.min(end - from, length);
    System.arraycopy(bytes, from, border, carry, count);
    int start = needles.find(border, 1, carry + count);
    if (start >= 0) {
      return matchEnd(border, start, from - carry);
    }
    if (count < length) {
      keep(border, 0, carry + count);
      return -1;
    }
    start = needles.find(bytes, from + 1, end);
    if (start >= 0) {
      return matchEnd(bytes, start, 0);
    }
    keep(bytes, from, end);
    return -1;
  }

  /** The letter before the closing quote of the last found word, which identifies the word. */
  byte lastLetter() {
    return lastLetter;
  }

  private int matchEnd(byte[] bytes, int start, int shift) {
    lastLetter = bytes[start + length - 2];
    forget();
    return start + length + shift;
  }

  private void keep(byte[] bytes, int from, int end) {
    carry = Math.min(end - from, length);
    System.arraycopy(bytes, end - carry, border, 0, carry);
  }
}
