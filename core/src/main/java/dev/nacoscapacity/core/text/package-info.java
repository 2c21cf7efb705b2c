/**
 * Formatting of figures and sentences: one number formatter, one table, and {@link
 * dev.nacoscapacity.core.text.Message} for sentences that a record keeps as data and a page shows
 * in several {@linkplain dev.nacoscapacity.core.text.Language languages}. Does not depend on runs;
 * every public type may be used from any module.
 */
package dev.nacoscapacity.core.text;
