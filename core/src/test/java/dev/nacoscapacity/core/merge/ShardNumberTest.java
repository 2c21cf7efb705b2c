package dev.nacoscapacity.core.merge;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.record.RecordException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardNumberTest {

  private static List<ShardNumber> parts(String... texts) {
    return Stream.of(texts).map(ShardNumber::parse).toList();
  }

  private static void assertRefused(String whole, String message, String... parts) {
    assertThatThrownBy(() -> ShardNumber.parse(whole).requireWhole(parts(parts)))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining(message);
  }

  @Property(seed = "1")
  void shouldBeTheWholeOfItsPartsInAnyOrder(
      @ForAll @IntRange(min = 1, max = 9) int count,
      @ForAll @IntRange(min = 1, max = 9) int index,
      @ForAll @IntRange(min = 1, max = 9) int parts,
      @ForAll Random random) {
    ShardNumber whole = new ShardNumber(1 + index % count, count);
    List<ShardNumber> all = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      all.add(new ShardNumber(whole.index() + i * count, count * parts));
    }
    Collections.shuffle(all, random);

    assertThatCode(() -> whole.requireWhole(all)).doesNotThrowAnyException();
  }

  @Test
  void shouldNameWhatIsMissing() {
    assertRefused("1/1", "shard 2/3 is missing", "1/3", "3/3");
    assertRefused("1/2", "shard 3/4 is missing", "1/4");
    assertRefused("1/1", "shard 1/4, 2/4 is missing", "3/4", "4/4");
  }

  @Test
  void shouldNameWhatIsThereTwiceOrDoesNotBelong() {
    assertRefused("1/1", "shard 2/2 is there twice", "1/2", "2/2", "2/2");
    assertRefused("1/2", "shard 2/4 is no part of 1/2", "1/4", "2/4", "3/4");
    assertRefused("1/1", "shards 1/2 and 1/3 are not of one division", "1/2", "1/3", "2/3", "3/3");
    assertRefused("1/2", "not of one division of 1/2", "1/1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "0/2", "3/2", "a/b", "1/2/3"})
  void shouldRefuseWhatIsNoShard(String text) {
    assertThatThrownBy(() -> ShardNumber.parse(text))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("a shard is I/N");
  }
}
