package dev.nacoscapacity.core.workload;

import java.time.Duration;

/**
 * A size of a fleet that grows within a run, and for how long it is held there.
 *
 * @param instances registered by then, in all
 * @param duration of its measurement window
 */
public record Stage(int instances, Duration duration) {}
