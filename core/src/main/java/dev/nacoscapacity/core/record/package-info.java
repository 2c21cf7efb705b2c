/**
 * A run on disk: the facts of one run as records, the {@link
 * dev.nacoscapacity.core.record.Recorder} that writes them while the run goes on, and the {@link
 * dev.nacoscapacity.core.record.RunFolder} that reads them back. Contains no verdicts and does not
 * depend on Nacos; every public type may be used from any module.
 */
package dev.nacoscapacity.core.record;
