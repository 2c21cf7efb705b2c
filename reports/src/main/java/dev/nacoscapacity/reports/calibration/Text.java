package dev.nacoscapacity.reports.calibration;

/**
 * A sentence for people, in both languages of the pages.
 *
 * @param en English
 * @param zh Chinese
 */
public record Text(String en, String zh) {}
