package dev.nacoscapacity.simulator.study.size;

import static dev.nacoscapacity.reports.text.Arguments.with;

import dev.nacoscapacity.cluster.model.Cost;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.cluster.model.Costs.Figure;
import dev.nacoscapacity.reports.text.Message;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How far off a prediction may be, as far as its costs say: with all of them, those of memory
 * included, at their low bounds, and with all at their high ones. A cost without bounds may be half
 * as much or half as much again. Whatever lies outside of what the costs were learnt from makes the
 * band wider, by 5 % for each doubling: nobody has measured that either.
 *
 * @param bounded whether any cost of the work has bounds
 * @param lowCpu how busy the nodes are with all costs low
 * @param highCpu the same with all high; above 1 they cannot be, and infinite with a full heap
 * @param lowInstances about how many the cluster holds with all costs high
 * @param highInstances the same with all low
 * @param assumedShare of the work, whose costs have no bounds
 * @param assumed their names
 * @param outside in which respects the cluster and its load are not like what was measured
 */
record ErrorBand(
    boolean bounded,
    double lowCpu,
    double highCpu,
    int lowInstances,
    int highInstances,
    double assumedShare,
    List<String> assumed,
    List<Outside> outside) {

  private static final double ASSUMED = 0.5;
  private static final double PER_DOUBLING = 0.05;

  /** In what a cluster or its load may lie beyond what the costs were learnt from. */
  private enum Respect {
    NODES,
    CORES,
    INSTANCES,
    HOSTS;

    String code() {
      return "size.outside." + name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A respect in which the answer lies outside of what the costs were learnt from.
   *
   * @param code of its sentence
   * @param value here
   * @param known the most that was measured
   */
  record Outside(String code, double value, double known) {

    double doublings() {
      return Math.log(value / known) / Math.log(2);
    }

    Message message() {
      return Message.of(code, with("value", value).and("known", known));
    }
  }

  ErrorBand {
    assumed = List.copyOf(assumed);
    outside = List.copyOf(outside);
  }

  /**
   * The band of a cluster in the state that is asked for.
   *
   * @param size its nodes that are not dead
   * @param demand of so many
   */
  static ErrorBand of(SizeQuestion question, Demand demand, ClusterSize size) {
    int instances = question.instances();
    Costs costs = question.costs();
    List<Outside> outside = new ArrayList<>();
    Costs.Reach reach = costs.reach();
    outside(Respect.NODES, size.nodes(), reach.nodes(), outside);
    outside(Respect.CORES, size.cores(), reach.cores(), outside);
    outside(Respect.INSTANCES, instances, reach.instances(), outside);
    outside(Respect.HOSTS, question.hostsPerService(), reach.hosts(), outside);
    double wider = 1 + PER_DOUBLING * outside.stream().mapToDouble(Outside::doublings).sum();
    List<Cost> assumed = demand.parts().stream().filter(cost -> unbounded(costs, cost)).toList();
    Costs low = at(costs, f -> (f.low() != null ? f.low() : f.value() * (1 - ASSUMED)) / wider);
    Costs high = at(costs, f -> (f.high() != null ? f.high() : f.value() * (1 + ASSUMED)) * wider);
    return new ErrorBand(
        assumed.size() < demand.parts().size(),
        demand.utilisation(instances, size, low),
        demand.utilisation(instances, size, high),
        demand.capacity(size, SizeSearch.FULL, high),
        demand.capacity(size, SizeSearch.FULL, low),
        demand.cores(instances, cost -> unbounded(costs, cost) ? costs.number(cost) : 0)
            / demand.cores(instances, costs::number),
        assumed.stream().map(Cost::key).toList(),
        outside);
  }

  private static void outside(Respect respect, double value, double known, List<Outside> all) {
    if (value > known) {
      all.add(new Outside(respect.code(), value, known));
    }
  }

  private static boolean unbounded(Costs costs, Cost cost) {
    return costs.figures().get(cost).low() == null;
  }

  private static Costs at(Costs costs, ToDoubleFunction<Figure> bound) {
    Map<Cost, Figure> all = new EnumMap<>(Cost.class);
    costs
        .figures()
        .forEach(
            (cost, figure) ->
                all.put(
                    cost,
                    new Figure(
                        bound.applyAsDouble(figure), null, null, figure.status(), figure.from())));
    // A limit, and no cost: above 1 it would be none.
    all.remove(Cost.GARBAGE_MOST);
    return costs.with(all, costs.generatorCallsPerCpuSecond());
  }

  /** In a sentence or three. */
  Message message(SizeQuestion question) {
    int dead = question.grid().survive();
    List<Message> respects =
        outside.isEmpty() ? null : outside.stream().map(Outside::message).toList();
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
