package dev.nacoscapacity.simulator.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

class KeySeekerTest {

  @Property(tries = 2000, seed = "1")
  void shouldFindWhatASimpleSearchFinds(
      @ForAll @CharRange(from = 'a', to = 'c') @StringLength(max = 120) String letters,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 12) int longestChunk) {
    String text = letters.replace('c', '\\');
    List<Integer> slow =
        Pattern.compile("(?<!\\\\)(?:aba|bba)")
            .matcher(text)
            .results()
            .map(match -> match.end())
            .toList();

    assertThat(seek(text, new Random(seed), longestChunk)).isEqualTo(slow);
  }

  private static List<Integer> seek(String text, Random random, int longestChunk) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    KeyMatcher seeker = new KeyMatcher(new ByteMatcher("aba", "bba"));
    List<Integer> matches = new ArrayList<>();
    for (int at = 0; at < bytes.length; ) {
      int end = Math.min(bytes.length, at + 1 + random.nextInt(longestChunk));
      while (at < end) {
        int past = seeker.find(bytes, at, end);
        if (past < 0) {
          break;
        }
        matches.add(past);
        at = past;
      }
      at = end;
    }
    return matches;
  }
}
