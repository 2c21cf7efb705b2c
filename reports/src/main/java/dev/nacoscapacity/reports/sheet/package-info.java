/**
 * Tables for people and for programs: the same rows as text, Markdown or CSV. A {@link
 * dev.nacoscapacity.reports.sheet.Sheet} is filled by whoever has rows, and knows no run.
 */
package dev.nacoscapacity.reports.sheet;
