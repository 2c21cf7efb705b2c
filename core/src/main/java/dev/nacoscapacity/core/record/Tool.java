package dev.nacoscapacity.core.record;

/**
 * The tool that wrote the record.
 *
 * @param name the command, for example {@code simulator}
 * @param commit the commit that the tool was built from; absent when unknown
 */
public record Tool(String name, String version, String commit) {}
