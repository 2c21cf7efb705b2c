package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.verdict.InconclusiveException;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mirror in a folder, which the settings name for all repositories. */
class LockedJarsTest {

  /** SHA-256 of "one". */
  private static final String ONE =
      "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";

  private static final String A = "a/b/name/1.0/name-1.0.jar";
  private static final String NATIVE = "a/b/name/1.0/name-1.0-linux-x86_64.jar";

  @TempDir private Path temp;
  private final List<String> progress = new ArrayList<>();

  @BeforeEach
  void writeList() throws IOException {
    Files.writeString(temp.resolve("jars.sha256"), ONE + "  " + A + "\n" + ONE + "  " + NATIVE);
    write(temp.resolve("mirror"), A, "one");
    write(temp.resolve("mirror"), NATIVE, "one");
  }

  @Test
  void shouldHaveNoListWhereNoBuildLeftOne() {
    assertThat(LockedJars.in(temp.resolve("other"), "P")).isEmpty();
  }

  @Test
  void shouldFetchFromTheMirrorOfTheSettingsIntoTheLocalRepository() throws IOException {
    assertThat(jars().fetch(settings(false), progress::add))
        .containsExactly(repository().resolve(A), repository().resolve(NATIVE))
        .allSatisfy(file -> assertThat(file).hasContent("one"));
    assertThat(progress).containsExactly("fetching 2 jars of P, once");
  }

  @Test
  void shouldNeedNoNetworkWhenAllIsThere() throws IOException {
    write(repository(), A, "one");
    write(repository(), NATIVE, "one");

    assertThat(jars().fetch(settings(true), progress::add)).hasSize(2);
    assertThat(progress).isEmpty();
  }

  @Test
  void shouldSayWhatToDoWhenOffline() {
    assertThatThrownBy(() -> jars().fetch(settings(true), progress::add))
        .isInstanceOf(InconclusiveException.class)
        .hasMessageContainingAll("P cannot be fetched", "offline", "name a mirror");
  }

  @Test
  void shouldRefuseAJarWithAnotherSumFetchedOrFound() throws IOException {
    write(temp.resolve("mirror"), NATIVE, "two");
    String refused = "name-1.0-linux-x86_64.jar is not the file";

    assertThatThrownBy(() -> jars().fetch(settings(false), progress::add))
        .isInstanceOf(InconclusiveException.class)
        .hasMessageContainingAll(refused, "delete it");
    assertThatThrownBy(() -> jars().fetch(settings(true), progress::add))
        .hasMessageContaining(refused);
  }

  @Test
  void shouldSayWhenTheLocalRepositoryCannotBeWritten() throws IOException {
    Files.writeString(repository(), "a file");

    assertThatThrownBy(() -> jars().fetch(settings(false), progress::add))
        .isInstanceOf(InconclusiveException.class)
        .hasMessageContaining("local repository");
  }

  @Test
  void shouldSayWhenTheSettingsCannotBeRead() throws IOException {
    ContextOverrides broken = settings(true);
    Files.writeString(temp.resolve("settings.xml"), "<settings>");

    assertThatThrownBy(() -> jars().fetch(broken, progress::add))
        .isInstanceOf(InconclusiveException.class)
        .hasMessageContaining("P cannot be fetched");
  }

  @Test
  void shouldNotShareAFolderWithOtherJars() {
    LockedJars other = new LockedJars("P", jars().jars().subList(0, 1));

    assertThat(jars().key(temp))
        .matches("[0-9a-f]{16}")
        .isEqualTo(jars().key(temp))
        .isNotEqualTo(other.key(temp));
    assertThat(jars().key(temp)).isNotEqualTo(jars().key(repository()));
  }

  private LockedJars jars() {
    return LockedJars.in(temp, "P").orElseThrow();
  }

  private Path repository() {
    return temp.resolve("repository");
  }

  private ContextOverrides settings(boolean offline) throws IOException {
    Path settings = temp.resolve("settings.xml");
    Files.writeString(
        settings,
        """
        <settings><localRepository>%s</localRepository>
        <mirrors><mirror><id>m</id><mirrorOf>*</mirrorOf><url>%s</url></mirror></mirrors></settings>
        """
            .formatted(repository(), temp.resolve("mirror").toUri()));
    return ContextOverrides.create()
        .withUserSettings(true)
        .withUserSettingsXmlOverride(settings)
        .offline(offline)
        .build();
  }

  private static void write(Path repository, String path, String text) throws IOException {
    Path file = repository.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
