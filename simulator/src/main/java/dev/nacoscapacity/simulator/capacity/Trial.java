package dev.nacoscapacity.simulator.capacity;

import dev.nacoscapacity.reports.verdict.Status;

/**
 * One size, tried.
 *
 * @param instances the size
 * @param stage what it was tried for
 * @param status what came of it; inconclusive when the generator was the limit
 */
public record Trial(int instances, Stage stage, Status status) {}
