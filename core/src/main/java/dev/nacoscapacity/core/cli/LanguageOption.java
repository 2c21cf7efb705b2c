package dev.nacoscapacity.core.cli;

import dev.nacoscapacity.core.text.Language;
import picocli.CommandLine.Option;

/**
 * The option for the language of what people read; {@link Conventions} gives it to every command
 * that does not take it for itself. What programs read is the same in every language.
 */
public final class LanguageOption {

  static final String NAME = "--lang";

  @Option(
      names = NAME,
      paramLabel = "en|zh",
      defaultValue = "en",
      description =
          "language of help, summaries, reasons and of the page as it opens (default: zh in a Chinese"
              + " locale, else en)")
  private Language language;

  public Language language() {
    return language;
  }
}
