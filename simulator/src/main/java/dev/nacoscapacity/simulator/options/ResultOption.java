package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The option for the form of a command's result on stdout. */
public final class ResultOption {

  /** The forms. */
  private enum Form {
    TEXT,
    JSON;

    // Completion offers what help says.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--format",
      paramLabel = "text|json",
      defaultValue = "text",
      description =
          "the result on stdout: a summary, or the record, run.json or study.json (default:"
              + " ${DEFAULT-VALUE})")
  private Form form;

  /** Where a summary goes: to stdout, or nowhere when the result is the record. */
  public PrintStream summaries(PrintStream stdout) {
    return form == Form.TEXT ? stdout : new PrintStream(OutputStream.nullOutputStream());
  }

  /**
   * Prints the record, if it is the result.
   *
   * @param folder of the run or the study
   * @throws RecordException when it cannot be read
   */
  public void print(Path folder, PrintStream stdout) {
    if (form == Form.TEXT) {
      return;
    }
    Path file = folder.resolve(Study.isIn(folder) ? Study.STUDY_JSON : RunFolder.RUN_JSON);
    try {
      stdout.println(Files.readString(file).strip());
    } catch (IOException e) {
      throw RecordException.unreadable(file, e);
    }
  }
}
