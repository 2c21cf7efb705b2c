package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * JSON that may stand inside a script element. Whatever a name or an error text holds, it cannot
 * end the element: of the characters that HTML or old JavaScript take for more than text, none is
 * left. Numbers are cut to four digits, unless they are whole, and NaN becomes null.
 */
final class ScriptJson {

  private static final MathContext DIGITS = new MathContext(4);

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new SimpleModule().addSerializer(double[].class, new ShortNumbers()))
          .build();

  static {
    MAPPER.getFactory().setCharacterEscapes(new MarkupEscapes());
  }

  private ScriptJson() {}

  static String of(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + value, e);
    }
  }

  private static final class MarkupEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      for (char c : new char[] {'<', '>', '&', '\'', '/'}) {
        codes[c] = ESCAPE_STANDARD;
      }
      return codes;
    }

    @Override
    public SerializableString getEscapeSequence(int c) {
      return c == '\u2028' || c == '\u2029' ? new SerializedString("\\u%04x".formatted(c)) : null;
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
