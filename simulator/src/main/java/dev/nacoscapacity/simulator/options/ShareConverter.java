package dev.nacoscapacity.simulator.options;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a share of 0 to 1, written as {@code 2.5%} or {@code 0.025}. */
public final class ShareConverter implements ITypeConverter<Double> {

  private static final Pattern PATTERN = Pattern.compile("(\\d{1,3}(?:\\.\\d+)?)(%?)");

  @Override
  public Double convert(String text) {
    Matcher matcher = PATTERN.matcher(text);
    double share =
        matcher.matches()
            ? Double.parseDouble(matcher.group(1)) / (matcher.group(2).isEmpty() ? 1 : 100)
            : Double.NaN;
    if (!(share <= 1)) {
      throw new TypeConversionException("'" + text + "' is not a share; write it like 10% or 0.1");
    }
    return share;
  }
}
