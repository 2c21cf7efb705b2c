package dev.nacoscapacity.simulator.study.size;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeQuestionTest {

  private static SizeQuestion question(int instances, int services, int subscribe) {
    Grid grid = new Grid(List.of(5), List.of(4), true, List.of(1024L), 1, 0);
    return new SizeQuestion(
        Workloads.of(
            instances,
            services,
            subscribe > 0
                ? Workloads.grpc(ClientModel.POLLING, subscribe, false)
                : HttpClients.USUAL),
        false,
        true,
        false,
        Fixtures.COSTS,
        grid);
  }

  /** A limit that happens to be the number of instances stays what it is. */
  @ParameterizedTest
  @CsvSource({"false, 1000", "true, 5000"})
  void shouldGiveEachClientAConnectionOnlyWhereThatWasAskedFor(boolean each, int connections) {
    Workload limited =
        Workloads.of(1_000, 10, HttpClients.USUAL.withConnections(OptionalInt.of(1_000)));
    Grid grid = question(1, 1, 0).grid();

    assertThat(
            new SizeQuestion(limited, each, true, false, Fixtures.COSTS, grid)
                .load(5_000)
                .connections())
        .hasValue(connections);
  }

  /** Services keep their size. */
  @ParameterizedTest
  @CsvSource({
    "60000, 400, 0, 2100, 14",
    "1000, 100, 0, 1000, 100",
    // One service at least, as large as it is.
    "60000, 1, 0, 60000, 1",
    "60000, 3, 0, 20000, 1",
    // As many as each instance subscribes to.
    "60000, 400, 20, 3000, 20"
  })
  void shouldCountWithAPartOfTheServices(
      int instances, int services, int subscribe, int few, int fewServices) {
    assertThat(question(instances, services, subscribe).small())
        .extracting(Workload::instances, Workload::services)
        .containsExactly(few, fewServices);
  }

  @ParameterizedTest
  @CsvSource({"60000, 400, 90000, 600", "60000, 1, 70000, 1", "3, 3, 2, 2"})
  void shouldLoadMoreInMoreServices(int instances, int services, int others, int otherServices) {
    assertThat(question(instances, services, 0).load(others))
        .extracting(Workload::instances, Workload::services)
        .containsExactly(others, otherServices);
  }
}
