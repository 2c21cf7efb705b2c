package dev.nacoscapacity.simulator.verify;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A search for several ASCII words of one length which skips most bytes (Horspool's, by pairs of
 * bytes instead of single ones, as in Wu and Manber's agrep). Pairs of a word are rare in other
 * text, so that almost every step has the length of a word, and the processor predicts it.
 */
final class ByteMatcher {

  private static final int SLOTS = 1 << 12;

  private final byte[][] words;
  private final int length;

  /** How far a window may move by the two bytes at its end; 0 where a word may end. */
  private final byte[] shifts = new byte[SLOTS];

  ByteMatcher(String... words) {
    this.words = new byte[words.length][];
    this.length = words[0].length();
    Arrays.fill(shifts, (byte) (length - 1));
    for (int w = 0; w < words.length; w++) {
      byte[] word = words[w].getBytes(StandardCharsets.US_ASCII);
      for (int i = 1; i < length; i++) {
        int slot = slot(word[i - 1], word[i]);
        shifts[slot] = (byte) Math.min(shifts[slot], length - 1 - i);
      }
      this.words[w] = word;
    }
  }

  int length() {
    return length;
  }

  /**
   * The start of the first word in {@code [from, to)} that does not follow a backslash, or -1.
   *
   * @param from at least 1, since the byte before is read
   */
  int find(byte[] bytes, int from, int to) {
    int longest = length - 1;
    int end = from + length - 1;
    while (end < to) {
      int shift = shifts[slot(bytes[end - 1], bytes[end])];
      if (shift == longest) {
        // A constant step lets the processor start the next one speculatively.
        end += longest;
      } else if (shift > 0) {
        end += shift;
      } else if (isWord(bytes, end - longest)) {
        return end - longest;
      } else {
        end++;
      }
    }
    return -1;
  }

  private boolean isWord(byte[] bytes, int start) {
    for (byte[] word : words) {
      if (Arrays.equals(bytes, start, start + length, word, 0, length)) {
        return bytes[start - 1] != '\\';
      }
    }
    return false;
  }

  private static int slot(byte first, byte second) {
    return (first << 5 ^ second) & SLOTS - 1;
  }
}
