package dev.nacoscapacity.bench;

import java.util.List;

/**
 * A program to measure.
 *
 * @param name for the tables
 * @param command starts it; it runs until it is ended
 */
record Client(String name, List<String> command) {}
