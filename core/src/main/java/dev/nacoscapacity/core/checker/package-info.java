/**
 * Judges runs: pure functions from the record of a run to the reasons against a pass, and the
 * {@link dev.nacoscapacity.core.checker.Judge} that combines these reasons into one verdict. {@code
 * Judge} and {@code Checker} may be used from any module; the checkers are internal.
 */
package dev.nacoscapacity.core.checker;
