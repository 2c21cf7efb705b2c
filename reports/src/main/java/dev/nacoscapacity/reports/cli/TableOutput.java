package dev.nacoscapacity.reports.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.LineWrap;
import dev.nacoscapacity.core.text.Message;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option for the form of a table, and where the command writes it and what is said of it. */
final class TableOutput {

  @Option(
      names = "--format",
      paramLabel = "text|markdown|csv|json",
      defaultValue = "text",
      description =
          "how to write it (default: ${DEFAULT-VALUE}); csv and json have their notes on stderr")
  private Format format;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  Format format() {
    return format;
  }

  /** Prints sentences about a table. */
  void print(List<Message> sentences, Language language) {
    LineWrap.print(sentences.stream().map(each -> each.in(language)).toList(), format, notes());
  }

  /** Says where a page is. */
  void page(Path page, Language language) {
    err().println(language.say("progress.page", with("page", page.toString())));
  }

  /** Where sentences about a table go, so that programs find nothing but the table on stdout. */
  PrintWriter notes() {
    return format.forPrograms() ? err() : out();
  }

  /** A writer that flushes each line. */
  PrintWriter out() {
    return command.commandLine().getOut();
  }

  PrintWriter err() {
    return command.commandLine().getErr();
  }
}
