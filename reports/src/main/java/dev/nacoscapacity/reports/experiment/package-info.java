/**
 * What was done to a cluster under a fleet and how it came through: the {@code experiment} of a
 * run's record. Plain data without a judgement; every public type may be used from any module.
 */
package dev.nacoscapacity.reports.experiment;
