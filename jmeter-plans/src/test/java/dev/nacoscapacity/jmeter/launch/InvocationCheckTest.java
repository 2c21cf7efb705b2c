package dev.nacoscapacity.jmeter.launch;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.cli.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InvocationCheckTest {

  @TempDir private Path directory;
  private String plan;
  private String results;

  @BeforeEach
  void writePlan() throws IOException {
    plan = Files.createFile(directory.resolve("plan.jmx")).toString();
    results = directory.resolve("out.jtl").toString();
    Files.createDirectory(directory.resolve("bin"));
    Files.createFile(directory.resolve("bin/jmeter.properties"));
  }

  @Test
  void shouldRefuseAPlanThatIsNotThere() {
    assertRefused("no test plan at", "-n", "-t", plan + "x", "-l", results);
  }

  @Test
  void shouldRefuseToAddToOlderResultsUnlessTheyMayBeReplaced() throws IOException {
    Files.createFile(Path.of(results));

    assertRefused("add -f", "-n", "-t", plan, "-l", results);
    assertThatCode(() -> check("-n", "-f", "-t", plan, "-l", results)).doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseAPasswordThatOthersCouldSee() {
    assertRefused("NACOS_PASSWORD", "-n", "-t", plan, "-l", results, "-Jpassword=secret");
    assertRefused("NACOS_PASSWORD", "-n", "-t", plan, "-l", results, "-Gpassword=secret");
    assertRefused("NACOS_PASSWORD", "-n", "-t", plan, "-l", results, "-Dpassword=secret");
    assertRefused("NACOS_PASSWORD", "-n", "-t", plan, "-l", results, "--password", "secret");
  }

  @Test
  void shouldRefuseALoadOnOtherMachinesWithoutConsent() throws IOException {
    Path file = Files.writeString(directory.resolve("own.properties"), "servers=192.0.2.1:8848\n");

    assertRefused("192.0.2.1:8848: add -Jyes=true", given("-Jservers=127.0.0.1:1,192.0.2.1:8848"));
    assertRefused("add -Jyes=true", given("-Gservers=192.0.2.1:8848"));
    assertRefused("add -Jyes=true", given("-q", file.toString()));
    assertRefused("add -Jyes=true", given("-G" + file));
    assertRefused("add -Jyes=true", given("-Jservers=192.0.2.1:8848", "-Jyes=no"));
    assertRefused("-Jservers: 'nodes'", given("-Jservers=nodes"));
    assertThatCode(() -> check(given("-Jservers=192.0.2.1:8848", "-Jyes=true")))
        .doesNotThrowAnyException();
    assertThatCode(() -> check(given("-Jservers=127.0.0.1:8848,[::1]:8848")))
        .doesNotThrowAnyException();
    assertRefused("add -Jyes=true", given("-Jservers=127.0.0.1:8848", "-q", file.toString()));
    assertThatCode(() -> check(given("-q", file.toString(), "-Gyes=true")))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseTheNamespaceOfRealServicesWithoutConsent() {
    assertRefused("give another -Jnamespace, or -Jyes=true", given("-Jnamespace=public"));
    assertRefused("'public'", given("-Gnamespace=public"));
    assertThatCode(() -> check(given("-Jnamespace=public", "-Jyes=true")))
        .doesNotThrowAnyException();
    assertThatCode(() -> check(given("-Jnamespace=capacity"))).doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseBeforeTheLoadResultsThatNoImportCouldRead() throws IOException {
    String setting = "jmeter.save.saveservice.";
    Path file =
        Files.writeString(directory.resolve("own.properties"), setting + "output_format=xml\n");

    assertRefused("output_format=xml", given("-J" + setting + "output_format=xml"));
    assertRefused("output_format=xml", given("-q", file.toString()));
    assertRefused("output_format=xml", given("-p", file.toString()));
    assertRefused("timestamp_format", given("-J" + setting + "timestamp_format=HH:mm"));
    assertThatCode(() -> check(given("-J" + setting + "default_delimiter=;")))
        .doesNotThrowAnyException();
  }

  private String[] given(String... arguments) {
    return Stream.concat(Stream.of("-n", "-t", plan, "-l", results), Stream.of(arguments))
        .toArray(String[]::new);
  }

  private void check(String... arguments) {
    Invocation invocation = Invocation.parse(arguments);
    invocation.check(invocation.sources(directory, directory));
  }

  private void assertRefused(String message, String... arguments) {
    assertThatThrownBy(() -> check(arguments))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("secret");
  }
}
