package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.Workloads;
import java.util.BitSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SliceTest {

  @Property(seed = "1")
  void shouldDivideAGroupSoThatEachMemberIsInOneSlice(
      @ForAll @IntRange(min = 0, max = 500) int total,
      @ForAll @IntRange(min = 1, max = 16) int slices) {
    BitSet members = new BitSet();
    int sizes = 0;
    for (int index = 0; index < slices; index++) {
      Slice slice = slice(index, slices);
      sizes += slice.size(total);
      for (int member = 0; member < slice.size(total); member++) {
        int global = slice.global(member);
        assertThat(slice.member(global)).isEqualTo(member);
        members.set(global);
      }
    }

    assertThat(sizes).isEqualTo(total);
    assertThat(members.cardinality()).isEqualTo(total);
    assertThat(members.length()).isEqualTo(total);
  }

  private static Slice slice(int index, int of) {
    return new Slice(Workloads.fleet(1, 1), OnOneLoop.beats().build(), () -> 0, index, of);
  }
}
