/**
 * What runs and the studies that pass or fail came to, for a build to decide by and to show: a
 * status, JUnit's XML, a summary in Markdown. Every public type may be used from any module.
 */
package dev.nacoscapacity.reports.outcome;
