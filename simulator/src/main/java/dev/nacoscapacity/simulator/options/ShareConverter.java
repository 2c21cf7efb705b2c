package dev.nacoscapacity.simulator.options;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a share such as {@code 10%} or {@code 2.5%} to 0.1 or 0.025. */
public final class ShareConverter implements ITypeConverter<Double> {

  private static final Pattern PATTERN = Pattern.compile("(\\d{1,3}(?:\\.\\d+)?)%");

  @Override
  public Double convert(String text) {
    Matcher matcher = PATTERN.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a share; write it like 10%");
    }
    return Double.parseDouble(matcher.group(1)) / 100;
  }
}
