/**
 * The outcomes of runs, plans and experiments, for a build to act on and show: a status, JUnit's
 * XML, a summary in Markdown. Every public type may be used from any module.
 */
package dev.nacoscapacity.reports.outcome;
