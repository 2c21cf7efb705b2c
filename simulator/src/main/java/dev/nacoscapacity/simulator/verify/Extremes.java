package dev.nacoscapacity.simulator.verify;

/**
 * The worst of many {@link NodeRow}s, whose numbers these are. The two minima are taken from rows
 * without unknown instances, and are null when there was no such row.
 *
 * @param lost counted within the window
 */
public record Extremes(
    int expected,
    Integer presentMin,
    Integer healthyMin,
    int missingMax,
    int unhealthyMax,
    long lost,
    int ghostMax,
    int divergentMax,
    int unknownMax) {}
