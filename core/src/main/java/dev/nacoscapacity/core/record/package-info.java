/**
 * A run on disk: {@code run.json} and the files beside it as records, the {@link
 * dev.nacoscapacity.core.record.Recorder} that writes them while the run goes on, and the {@link
 * dev.nacoscapacity.core.record.RunFolder} that reads them back, in every module and without the
 * simulator. Contains no verdicts and knows no Nacos.
 */
package dev.nacoscapacity.core.record;
