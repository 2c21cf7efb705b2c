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

  private static void assertRefused(String message, String... parts) {
    assertThatThrownBy(() -> ShardNumber.requireWhole(parts(parts)))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining(message);
  }

  @Property(seed = "1")
  void shouldBeTheWholeOfItsPartsInAnyOrder(
      @ForAll @IntRange(min = 1, max = 9) int parts, @ForAll Random random) {
    List<ShardNumber> all = new ArrayList<>();
    for (int i = 1; i <= parts; i++) {
      all.add(new ShardNumber(i, parts));
    }
    Collections.shuffle(all, random);

    assertThatCode(() -> ShardNumber.requireWhole(all)).doesNotThrowAnyException();
  }

  @Test
  void shouldNameWhatIsMissing() {
    assertRefused("shard 2/3 is missing", "1/3", "3/3");
    assertRefused("shard 1/4, 2/4 is missing", "3/4", "4/4");
  }

  @Test
  void shouldNameWhatIsThereTwiceOrDoesNotBelong() {
    assertRefused("shard 2/2 is there twice", "1/2", "2/2", "2/2");
    assertRefused("shards 1/2 and 1/3 are not of one division", "1/2", "1/3", "2/3", "3/3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "0/2", "3/2", "a/b", "1/2/3"})
  void shouldRefuseWhatIsNoShard(String text) {
    assertThatThrownBy(() -> ShardNumber.parse(text))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("a shard is I/N");
  }
}
