package dev.nacoscapacity.core.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.workload.Shard;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FleetMergeTest {

  private static List<Shard> parts(String... texts) {
    return Stream.of(texts).map(Shard::parse).toList();
  }

  private static void assertRefused(String message, String... parts) {
    assertThatThrownBy(() -> FleetMerge.missing(parts(parts)))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining(message);
  }

  @Property(seed = "1")
  void shouldAcceptAllShardsInAnyOrder(
      @ForAll @IntRange(min = 1, max = 9) int parts, @ForAll Random random) {
    List<Shard> all = new ArrayList<>();
    for (int i = 1; i <= parts; i++) {
      all.add(new Shard(i, parts));
    }
    Collections.shuffle(all, random);

    assertThat(FleetMerge.missing(all)).isEmpty();
  }

  @Test
  void shouldNameWhatIsMissing() {
    assertThat(FleetMerge.missing(parts("1/3", "3/3"))).hasToString("[2/3]");
    assertThat(FleetMerge.missing(parts("3/4", "4/4"))).hasToString("[1/4, 2/4]");
  }

  @Test
  void shouldNameShardsThatAreThereTwiceOrDoNotBelong() {
    assertRefused("shard 2/2 is there twice", "1/2", "2/2", "2/2");
    assertRefused("shards 1/2 and 1/3 are not of one division", "1/2", "1/3", "2/3", "3/3");
  }
}
