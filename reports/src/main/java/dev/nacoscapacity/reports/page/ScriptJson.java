package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * JSON that is safe inside a script element. All characters with a meaning in HTML or old
 * JavaScript are escaped, so that no name or error text can end the element. Fractions are rounded
 * to four digits, and NaN is written as unknown.
 */
final class ScriptJson {

  private static final MathContext DIGITS = new MathContext(4);

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new SimpleModule().addSerializer(double[].class, new ShortNumbers()))
          .build();

  private ScriptJson() {}

  static String of(Object value) {
    try {
      // In JSON these characters occur only in names and texts.
      return MAPPER
          .writeValueAsString(value)
          .replace("<", "\\u003c")
          .replace(">", "\\u003e")
          .replace("&", "\\u0026")
          .replace("'", "\\u0027")
          .replace("/", "\\u002f")
          .replace("\u2028", "\\u2028")
          .replace("\u2029", "\\u2029");
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + value, e);
    }
  }

  private static final class ShortNumbers extends JsonSerializer<double[]> {
    @Override
    public void serialize(double[] values, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeStartArray();
      for (double value : values) {
        if (!Double.isFinite(value)) {
          json.writeNull();
        } else if (value == Math.rint(value)) {
          json.writeNumber((long) value);
        } else {
          json.writeNumber(shortened(value));
        }
      }
      json.writeEndArray();
    }

    private static String shortened(double value) {
      BigDecimal cut =
          Math.abs(value) >= 1_000
              ? BigDecimal.valueOf(Math.round(value))
              : new BigDecimal(value).round(DIGITS).stripTrailingZeros();
      return cut.toPlainString();
    }
  }
}
