package dev.nacoscapacity.simulator.study.size;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.model.Cost;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.cluster.model.Costs.CostFigure;
import dev.nacoscapacity.core.text.Message;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The error band of a prediction from the bounds of its costs: all costs, including those of
 * memory, at their low bounds, and all at their high bounds. For a cost without bounds, 50 % less
 * or more is assumed. Values outside of the data behind the costs widen the band by 5 % for each
 * doubling, which is also an assumption.
 *
 * @param bounded whether any cost of the work has bounds
 * @param lowCpu utilization of the nodes with all costs low
 * @param highCpu utilization with all costs high; above 1 means overload, infinite a full heap
 * @param lowInstances approximate capacity of the cluster with all costs high
 * @param highInstances approximate capacity with all costs low
 * @param assumedShare share of the work with costs without bounds
 * @param assumed names of these costs
 * @param outside respects in which the cluster and its load are outside of the measured range
 */
record ErrorBand(
    boolean bounded,
    double lowCpu,
    double highCpu,
    int lowInstances,
    int highInstances,
    double assumedShare,
    List<String> assumed,
    List<Excess> outside) {

  private static final double ASSUMED = 0.5;
  private static final double PER_DOUBLING = 0.05;

  /**
   * A respect in which the answer is outside of the data behind the costs.
   *
   * @param respect last part of its sentence's code
   * @param value of the answer
   * @param largest measured value
   */
  record Excess(String respect, double value, double largest) {

    double doublings() {
      return Math.log(value / largest) / Math.log(2);
    }

    Message message() {
      return Message.of("size.outside." + respect, with("value", value).and("known", largest));
    }
  }

  ErrorBand {
    assumed = List.copyOf(assumed);
    outside = List.copyOf(outside);
  }

  /**
   * The band of a cluster in the requested state.
   *
   * @param size its live nodes
   * @param demand on these nodes
   */
  static ErrorBand of(SizeQuestion question, Demand demand, ClusterSize size) {
    int instances = question.instances();
    Costs costs = question.costs();
    Costs.Extent reach = costs.reach();
    List<Excess> outside =
        Stream.of(
                new Excess("nodes", size.nodes(), reach.nodes()),
                new Excess("cores", size.cores(), reach.cores()),
                new Excess("instances", instances, reach.instances()),
                new Excess("hosts", question.hostsPerService(), reach.hosts()))
            .filter(each -> each.value() > each.largest())
            .toList();
    double wider = 1 + PER_DOUBLING * outside.stream().mapToDouble(Excess::doublings).sum();
    List<Cost> assumed = demand.parts().stream().filter(cost -> unbounded(costs, cost)).toList();
    Demand low = at(demand, f -> (f.low() != null ? f.low() : f.value() * (1 - ASSUMED)) / wider);
    Demand high =
        at(demand, f -> (f.high() != null ? f.high() : f.value() * (1 + ASSUMED)) * wider);
    return new ErrorBand(
        assumed.size() < demand.parts().size(),
        low.utilisation(instances, size),
        high.utilisation(instances, size),
        high.capacity(size, SizeSearch.FULL),
        low.capacity(size, SizeSearch.FULL),
        demand.cores(instances, cost -> unbounded(costs, cost) ? costs.number(cost) : 0)
            / demand.cores(instances, costs::number),
        assumed.stream().map(Cost::key).toList(),
        outside);
  }

  private static boolean unbounded(Costs costs, Cost cost) {
    return costs.figures().get(cost).low() == null;
  }

  private static Demand at(Demand demand, ToDoubleFunction<CostFigure> bound) {
    Map<Cost, CostFigure> all = new EnumMap<>(demand.costs().figures());
    all.replaceAll(
        (cost, f) -> new CostFigure(bound.applyAsDouble(f), null, null, f.status(), f.from()));
    // A limit, not a cost: it must stay below 1.
    all.remove(Cost.GARBAGE_MOST);
    return demand.at(demand.costs().with(all));
  }

  /** The band in one to three sentences. */
  Message message(SizeQuestion question) {
    int dead = question.grid().survive();
    List<Message> respects =
        outside.isEmpty() ? null : outside.stream().map(Excess::message).toList();
    return bounded
        ? Message.of(
            "size.band",
            with("low", 100 * lowCpu)
                .and("high", Double.isFinite(highCpu) ? 100 * highCpu : null)
                .and("dead", dead == 0 ? null : dead)
                .and("fewest", SizeReport.rounded(lowInstances))
                .and("most", SizeReport.rounded(highInstances))
                .and("assumed", assumed.isEmpty() ? null : String.join(", ", assumed))
                .and("share", 100 * assumedShare)
                .and("outside", respects))
        : Message.of(
            "size.noBand", with("costs", question.costs().file().name()).and("outside", respects));
  }
}
