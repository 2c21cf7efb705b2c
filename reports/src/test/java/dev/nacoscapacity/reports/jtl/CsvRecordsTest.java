package dev.nacoscapacity.reports.jtl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.commons.csv.CSVFormat;

class CsvRecordsTest {

  /** What JMeter and every CSV library write is read back, whatever stands in the fields. */
  @Property(seed = "1", tries = 300)
  void shouldReadWhatALibraryWrites(@ForAll("records") List<List<String>> records)
      throws IOException {
    CSVFormat format = CSVFormat.DEFAULT.builder().setRecordSeparator("\n").build();
    StringBuilder csv = new StringBuilder();
    for (List<String> fields : records) {
      format.printRecord(csv, fields.toArray());
    }

    try (CsvRecords read =
        new CsvRecords(new BufferedReader(new StringReader(csv.toString())), ',')) {
      int line = 1;
      for (List<String> fields : records) {
        assertThat(read.next(any -> false)).isEqualTo(new CsvRecords.Record(line, fields));
        line += 1 + (int) String.join("", fields).chars().filter(c -> c == '\n').count();
      }
      assertThat(read.next(any -> false)).isNull();
    }
  }

  @Provide
  Arbitrary<List<List<String>>> records() {
    return Arbitraries.strings()
        .withChars("ab,;\"\n ")
        .ofMaxLength(6)
        .list()
        .ofSize(3)
        .list()
        .ofMaxSize(5);
  }
}
