package dev.nacoscapacity.reports.verdict;

/**
 * One finding about a run.
 *
 * @param code what was found, for programs: stable and in camel case, for example {@code
 *     beatLatency}
 * @param text the same for people: a sentence with figures
 */
public record Reason(Severity severity, String code, String text) {}
