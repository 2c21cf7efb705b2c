package dev.nacoscapacity.jmeter.launch;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  }

  @Test
  void shouldRefuseAPlanThatIsNotThere() {
    assertRefused("no test plan at", "-n", "-t", plan + "x", "-l", results);
  }

  @Test
  void shouldRefuseToAddToOlderResultsUnlessTheyMayBeReplaced() throws IOException {
    Files.createFile(Path.of(results));

    assertRefused("add -f", "-n", "-t", plan, "-l", results);
    assertThatCode(() -> Invocation.parse("-n", "-f", "-t", plan, "-l", results).check())
        .doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseAPasswordThatOthersCouldSee() {
    assertRefused("NACOS_PASSWORD", "-n", "-t", plan, "-l", results, "-Jpassword=secret");
    assertRefused("NACOS_PASSWORD", "-n", "-t", plan, "-l", results, "-Gpassword=secret");
    assertRefused("NACOS_PASSWORD", "-n", "-t", plan, "-l", results, "--password", "secret");
  }

  private static void assertRefused(String message, String... arguments) {
    assertThatThrownBy(() -> Invocation.parse(arguments).check())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("secret");
  }
}
