package dev.nacoscapacity.core.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses an enum constant, written for example as {@code per-client} for {@code PER_CLIENT}, or as
 * its own {@code toString} says.
 */
public final class ChoiceConverter<E extends Enum<E>> implements ITypeConverter<E> {

  private final Class<E> choices;

  public ChoiceConverter(Class<E> choices) {
    this.choices = choices;
  }

  @Override
  public E convert(String text) {
    return Arrays.stream(choices.getEnumConstants())
        .filter(choice -> word(choice).equals(text.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> new TypeConversionException("'" + text + "' is not " + words()));
  }

  private String words() {
    return Arrays.stream(choices.getEnumConstants())
        .map(ChoiceConverter::word)
        .collect(Collectors.joining(" or "));
  }

  private static String word(Enum<?> choice) {
    String word = choice.toString();
    return word.equals(choice.name()) ? word.toLowerCase(Locale.ROOT).replace('_', '-') : word;
  }
}
