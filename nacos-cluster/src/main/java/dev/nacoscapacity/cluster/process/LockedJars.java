package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Sha256;
import dev.nacoscapacity.core.verdict.InconclusiveException;
import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * The jars of a program that a release does not hold, with the sums that they had in its build.
 * They are fetched on first use into Maven's local repository, as the user's {@code settings.xml}
 * says, and are used from there without a network.
 *
 * @param program for people: {@code Nacos 2.5.0}
 */
public record LockedJars(String program, List<Jar> jars) {

  /** What the build writes beside the jars of a program, in the format of sha256sum(1). */
  private static final String FILE = "jars.sha256";

  private static final int KEY_DIGITS = 16;

  /**
   * A jar.
   *
   * @param sum SHA-256, in hexadecimal digits
   * @param path in a Maven repository: {@code GROUP/ARTIFACT/VERSION/ARTIFACT-VERSION.jar}
   */
  public record Jar(String sum, String path) {

    Artifact artifact() {
      String[] parts = path.split("/");
      int last = parts.length - 1;
      String artifact = parts[last - 2];
      String version = parts[last - 1];
      String rest = parts[last].substring(artifact.length() + 1 + version.length());
      int dot = rest.lastIndexOf('.');
      return new DefaultArtifact(
          String.join(".", Arrays.copyOf(parts, last - 2)),
          artifact,
          rest.startsWith("-") ? rest.substring(1, dot) : "",
          rest.substring(dot + 1),
          version);
    }
  }

  /**
   * The jars whose list is in a folder; empty where a build has left none.
   *
   * @param program for people
   * @throws InconclusiveException when the list cannot be read
   */
  public static Optional<LockedJars> in(Path folder, String program) {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(file)) {
      return Optional.of(
          new LockedJars(
              program,
              lines.map(line -> line.split(" +", 2)).map(it -> new Jar(it[0], it[1])).toList()));
    } catch (IOException e) {
      throw new InconclusiveException(
          "cannot read %s (%s): unpack the release again".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * Fetches the jars that Maven's local repository lacks, and verifies the sums of all.
   *
   * @param progress receives a line before the first byte is fetched
   * @return the files, in the order of the list
   * @throws InconclusiveException when one cannot be had, or is another one
   */
  public List<Path> fetch(Consumer<String> progress) {
    return fetch(ContextOverrides.create().withUserSettings(true).build(), progress);
  }

  List<Path> fetch(ContextOverrides maven, Consumer<String> progress) {
    try (Context context = Runtimes.INSTANCE.getRuntime().create(maven)) {
      Path repository =
          context.repositorySystemSession().getLocalRepository().getBasedir().toPath();
      List<Jar> missing =
          jars.stream().filter(jar -> !Files.exists(repository.resolve(jar.path))).toList();
      if (!missing.isEmpty()) {
        progress.accept(
            "fetching %s of %s, once"
                .formatted(NumberText.counted(missing.size(), "jar", "jars"), program));
        context
            .repositorySystem()
            .resolveArtifacts(
                context.repositorySystemSession(),
                missing.stream()
                    .map(Jar::artifact)
                    .map(it -> new ArtifactRequest(it, context.remoteRepositories(), ""))
                    .toList());
      }
      for (Jar jar : jars) {
        Path file = repository.resolve(jar.path);
        if (!jar.sum.equals(sha256(file))) {
          throw new InconclusiveException(
              "%s is not the file that this release was built with (SHA-256): delete it, and try again"
                  .formatted(file));
        }
      }
      return jars.stream().map(jar -> repository.resolve(jar.path)).toList();
    } catch (ArtifactResolutionException e) {
      // Its own message names every jar, its cause the first.
      throw unavailable(e.getCause() == null ? e : e.getCause());
    } catch (IOException | IllegalStateException e) {
      throw unavailable(e);
    }
  }

  private InconclusiveException unavailable(Throwable cause) {
    return new InconclusiveException(
        "%s cannot be fetched (%s): connect to a network, or name a mirror or another local repository in ~/.m2/settings.xml"
            .formatted(program, cause.getMessage()),
        cause);
  }

  private static String sha256(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file)) {
      MessageDigest digest = Sha256.begin();
      new DigestInputStream(bytes, digest).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    }
  }

  /**
   * The name of a folder of these jars together with the program's own, which another list, or
   * another release, does not share.
   *
   * @param own where the program's own jars are
   * @return {@value #KEY_DIGITS} hexadecimal digits
   */
  public String key(Path own) {
    byte[] sum = Sha256.of((own + jars.toString()).getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(sum).substring(0, KEY_DIGITS);
  }
}
