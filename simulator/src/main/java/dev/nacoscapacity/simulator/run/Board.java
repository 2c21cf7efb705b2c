package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.verify.NodeRow;
import java.util.List;

/**
 * The state of a run, as shown while it goes on.
 *
 * @param remainingSeconds of the phase; negative when it takes longer than expected
 * @param done instances that the phase's rollout is done with
 * @param connections open now
 * @param second what became of the calls of the last second
 * @param registry what each node says
 */
public record Board(
    String phase,
    double remainingSeconds,
    int done,
    int instances,
    int connections,
    Tally second,
    List<NodeRow> registry) {}
