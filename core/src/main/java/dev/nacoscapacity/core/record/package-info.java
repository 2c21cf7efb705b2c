/**
 * A run on disk: {@code run.json} and the files beside it as records, the {@link
 * dev.nacoscapacity.core.record.Recorder} that writes them while the run goes on, and the {@link
 * dev.nacoscapacity.core.record.RunFolder} that reads them back, in every module and without the
 * simulator. Contains no verdicts and knows no Nacos.
 *
 * <p>A component of a boxed type, a text or a part may be absent: its key, or its cell, is not in
 * the file then, and it is null here. Nothing else in this package is.
 */
package dev.nacoscapacity.core.record;
