/**
 * The results of a calibration, as stored in its {@code study.json}: tables, skipped cases,
 * comparisons with a published study, and ceilings. The {@code calibration} module fills these
 * records; the report of a run cites the last results of its machine.
 */
package dev.nacoscapacity.core.calibration;
