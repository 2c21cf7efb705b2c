/**
 * Formatting of figures and sentences: one number formatter, one table, and {@link
 * dev.nacoscapacity.reports.text.Message} for sentences that a record keeps as data and a page
 * shows in several {@linkplain dev.nacoscapacity.reports.text.Language languages}. Does not depend
 * on runs; every public type may be used from any module.
 */
package dev.nacoscapacity.reports.text;
