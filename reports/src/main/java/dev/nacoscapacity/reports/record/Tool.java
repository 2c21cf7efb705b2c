package dev.nacoscapacity.reports.record;

/**
 * What wrote the record.
 *
 * @param name the command, for example {@code simulator}
 * @param commit the commit it was built from, or null when unknown
 */
public record Tool(String name, String version, String commit) {}
