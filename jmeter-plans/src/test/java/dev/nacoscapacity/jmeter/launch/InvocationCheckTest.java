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
    assertRefused("NACOS_PASSWORD", arguments("-Jpassword=secret"));
    assertRefused("NACOS_PASSWORD", arguments("-Gpassword=secret"));
    assertRefused("NACOS_PASSWORD", arguments("-Dpassword=secret"));
    assertRefused("NACOS_PASSWORD", arguments("--password", "secret"));
  }

  @Test
  void shouldRefuseALoadOnOtherMachinesWithoutConsent() throws IOException {
    Path file = Files.writeString(directory.resolve("own.properties"), "servers=192.0.2.1:8848\n");

    assertRefused(
        "192.0.2.1:8848: add -Jyes=true", arguments("-Jservers=127.0.0.1:1,192.0.2.1:8848"));
    assertRefused("add -Jyes=true", arguments("-Gservers=192.0.2.1:8848"));
    assertRefused("add -Jyes=true", arguments("-q", file.toString()));
    assertRefused("add -Jyes=true", arguments("-G" + file));
    assertRefused("add -Jyes=true", arguments("-Jservers=192.0.2.1:8848", "-Jyes=no"));
    assertRefused("-Jservers: 'nodes'", arguments("-Jservers=nodes"));
    assertAccepted(arguments("-Jservers=192.0.2.1:8848", "-Jyes=true"));
    assertAccepted(arguments("-Jservers=127.0.0.1:8848,[::1]:8848"));
    assertRefused("add -Jyes=true", arguments("-Jservers=127.0.0.1:8848", "-q", file.toString()));
    assertAccepted(arguments("-q", file.toString(), "-Gyes=true"));
  }

  @Test
  void shouldRefuseTheNamespaceOfRealServicesWithoutConsent() {
    assertRefused("give another -Jnamespace, or -Jyes=true", arguments("-Jnamespace=public"));
    assertRefused("'public'", arguments("-Gnamespace=public"));
    assertAccepted(arguments("-Jnamespace=public", "-Jyes=true"));
    assertAccepted(arguments("-Jnamespace=capacity"));
  }

  @Test
  void shouldRefuseBeforeTheLoadResultsThatNoImportCouldRead() throws IOException {
    String setting = "jmeter.save.saveservice.";
    Path file =
        Files.writeString(directory.resolve("own.properties"), setting + "output_format=xml\n");

    assertRefused("output_format=xml", arguments("-J" + setting + "output_format=xml"));
    assertRefused("output_format=xml", arguments("-q", file.toString()));
    assertRefused("output_format=xml", arguments("-p", file.toString()));
    assertRefused("timestamp_format", arguments("-J" + setting + "timestamp_format=HH:mm"));
    assertAccepted(arguments("-J" + setting + "default_delimiter=;"));
  }

  private String[] arguments(String... arguments) {
    return Stream.concat(Stream.of("-n", "-t", plan, "-l", results), Stream.of(arguments))
        .toArray(String[]::new);
  }

  private void check(String... arguments) {
    Invocation invocation = Invocation.parse(arguments);
    invocation.check(invocation.sources(directory, directory));
  }

  private void assertAccepted(String... arguments) {
    assertThatCode(() -> check(arguments)).doesNotThrowAnyException();
  }

  private void assertRefused(String message, String... arguments) {
    assertThatThrownBy(() -> check(arguments))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("secret");
  }
}
