/**
 * How figures and sentences read: one formatter of numbers, one table, and {@link
 * dev.nacoscapacity.reports.text.Message} for sentences that a record keeps as data and a page
 * shows in several {@linkplain dev.nacoscapacity.reports.text.Language languages}. Knows no run;
 * every public type may be used from any module.
 */
package dev.nacoscapacity.reports.text;
