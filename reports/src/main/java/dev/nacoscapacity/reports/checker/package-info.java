/**
 * Was what happened right: pure functions from a run's record to the reasons against it, and the
 * {@link dev.nacoscapacity.reports.checker.Judge} that makes one verdict of them. {@code Judge} and
 * {@code Checker} may be used from any module; the checkers themselves stay inside.
 */
package dev.nacoscapacity.reports.checker;
