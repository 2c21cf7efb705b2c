package dev.nacoscapacity.reports.page;

/**
 * A bar of the experiment's timeline.
 *
 * @param kind what it is: {@code stage}, {@code fault}, {@code noticed}, {@code outage}, {@code
 *     recovery} or {@code rejoin}
 * @param words key of its words
 * @param name of the node or stage; null when it is about all
 * @param from in seconds since the run began
 * @param to likewise
 */
record Stretch(String kind, String words, String name, double from, double to) {}
