/**
 * What a calibration found, as it stands in its {@code study.json}: tables, what was skipped, what
 * a study published beside it, ceilings. Whoever calibrates fills these records; a run's report
 * cites the last ones of its machine.
 */
package dev.nacoscapacity.reports.calibration;
