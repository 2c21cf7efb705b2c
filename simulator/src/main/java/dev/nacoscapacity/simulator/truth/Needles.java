package dev.nacoscapacity.simulator.truth;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A Horspool search for several ASCII words of one length that end in the same byte and have it
 * nowhere else but at the start: it looks at about one byte in a word's length.
 */
final class Needles {

  private final byte[][] words;
  private final int length;
  private final int lastByte;

  /** How far the window may move by the byte under its end; 0 where a word may end. */
  private final byte[] shifts = new byte[256];

  Needles(String... words) {
    this.words = new byte[words.length][];
    this.length = words[0].length();
    this.lastByte = words[0].charAt(length - 1);
    Arrays.fill(shifts, (byte) length);
    for (int w = 0; w < words.length; w++) {
      this.words[w] = words[w].getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < length; i++) {
        int b = this.words[w][i];
        shifts[b] = (byte) Math.min(shifts[b], length - 1 - i);
      }
    }
  }

  int length() {
    return length;
  }

  /**
   * Where the first word starts that lies in {@code [from, to)} and does not follow a backslash, or
   * -1.
   *
   * @param from at least 1: the byte before is looked at
   */
  int find(byte[] bytes, int from, int to) {
    int end = from + length - 1;
    while (end < to) {
      int shift = shifts[bytes[end] & 0xff];
      if (shift != 0) {
        end += shift;
        continue;
      }
      int start = end - length + 1;
      for (byte[] word : words) {
        if (bytes[end - 1] == word[length - 2]
            && Arrays.equals(bytes, start, end + 1, word, 0, length)
            && bytes[start - 1] != '\\') {
          return start;
        }
      }
      end += length - 1;
    }
    return -1;
  }
}
