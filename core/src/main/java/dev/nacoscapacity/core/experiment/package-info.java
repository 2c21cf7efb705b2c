/**
 * The faults that were injected into a cluster under load, and how the cluster recovered: the
 * {@code experiment} of a run's record. Plain data without a verdict; every public type may be used
 * from any module.
 */
package dev.nacoscapacity.core.experiment;
