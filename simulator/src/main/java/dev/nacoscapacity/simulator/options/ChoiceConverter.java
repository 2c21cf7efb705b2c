package dev.nacoscapacity.simulator.options;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses an enum constant, written for example as {@code per-client} for {@code PER_CLIENT}. */
final class ChoiceConverter<E extends Enum<E>> implements ITypeConverter<E> {

  private final Class<E> choices;

  ChoiceConverter(Class<E> choices) {
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
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
