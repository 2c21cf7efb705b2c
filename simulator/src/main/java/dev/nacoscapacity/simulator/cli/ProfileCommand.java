package dev.nacoscapacity.simulator.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.cli.LanguageOption;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.options.LoginOptions;
import dev.nacoscapacity.simulator.options.NodeListPreprocessor;
import dev.nacoscapacity.simulator.options.ReachOptions;
import dev.nacoscapacity.simulator.session.AdminToken;
import dev.nacoscapacity.simulator.study.profile.ProfileStudy;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.target.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code bin/simulator profile}: from a registry to a traffic profile. */
@Command(
    name = "profile",
    description = {
      "Reads what a registry holds, and writes a traffic profile of it without names or addresses: "
          + "how large its services are, how long their metadata, how often they beat, who "
          + "subscribes.",
      "It only reads, one call at a time and slowly; it registers and changes nothing."
    },
    footer = {
      "",
      "Examples:",
      "  bin/simulator profile --target 10.0.0.1:8848 --auth --out production.yaml",
      "  bin/simulator --profile production.yaml --target 10.9.0.1:8848 --yes",
      "",
      "Exit codes: 0 written, 2 the registry does not answer or is empty, 64 wrong usage."
    })
final class ProfileCommand implements Callable<Integer> {

  private static final String PUBLIC = "public";
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** Services of which instances and subscribers are read; the others are only counted. */
  private static final int SAMPLE = 200;

  @ParentCommand private SimulatorCommand main;

  @Option(
      names = "--target",
      preprocessor = NodeListPreprocessor.class,
      paramLabel = "TARGET",
      required = true,
      description = {
        "HOST:PORT[,HOST:PORT...]: any registry, of which the first node is read;",
        "local: the cluster that bin/nacos-cluster started"
      })
  private String target;

  @Mixin private LoginOptions login;
  @Mixin private ReachOptions reach;

  @Option(
      names = "--namespace",
      paramLabel = "ID",
      split = ",",
      description = "namespaces to read (default: all that the registry names)")
  private List<String> namespaces;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "at most so many calls a second, and a pause after each as long as it took (default:"
              + " ${DEFAULT-VALUE})")
  private double rate;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "a new file for the profile (default: standard output)")
  private Path out;

  @Mixin private LanguageOption language;

  @Override
  public Integer call() {
    UsageException.unless(
        !target.equals(Targets.EMBEDDED) && !Targets.isModel(target),
        "--target",
        "is a registry that is there: HOST:PORT, or local");
    UsageException.unless(rate > 0 && rate <= 1000, "--rate", "is above 0 and at most 1000");
    Reach way = reach.reach(List.of(), target.equals(Targets.LOCAL));
    login.requireConsistent();
    UsageException.unless(
        !target.equals(Targets.LOCAL) || LocalClusters.here(main.err()::println).find().isPresent(),
        "--target",
        "local is the cluster that bin/nacos-cluster started, and there is none");
    requireNew();
    try (OpenTarget registry = open(way)) {
      AdminClient node = node(registry);
      List<String> read = namespaces != null ? namespaces : named(node);
      Optional<String> profile =
          new ProfileStudy(rate, SAMPLE).profile(node, read, Time.wall(), this::say);
      if (profile.isEmpty()) {
        say(Message.of("profile.nothing", with("namespaces", String.join(", ", read))));
        return ExitCode.INCONCLUSIVE;
      }
      write(profile.get());
      return ExitCode.OK;
    }
  }

  private OpenTarget open(Reach way) {
    try {
      return Targets.open(
          // A version without gRPC, so that a cluster of any version will do.
          target,
          false,
          ServerVersion.V1_4_1,
          login.auth(),
          Optional.empty(),
          way,
          main.err()::println);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--target", e);
    }
  }

  private AdminClient node(OpenTarget registry) {
    AdminClient node =
        AdminClient.of(registry.registry().get(0), registry.reach(), TIMEOUT)
            .withIdentity(registry.identity());
    return login
        .credentials()
        .map(
            user ->
                node.withToken(
                    AdminToken.of(user, each -> node.login(each.username(), each.password()))))
        .orElse(node);
  }

  private static List<String> named(AdminClient node) {
    return node.namespaces().stream()
        .map(each -> each.id().isEmpty() ? PUBLIC : each.id())
        .toList();
  }

  private void requireNew() {
    if (out != null) {
      UsageException.unless(
          Files.notExists(out), "--out", out + " is there already: name a new file");
      Path folder = out.toAbsolutePath().getParent();
      UsageException.unless(
          Files.isWritable(folder), "--out", folder + " is no folder that can be written to");
    }
  }

  private void write(String profile) {
    if (out == null) {
      print(profile);
      return;
    }
    try {
      Files.writeString(out, profile, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      // What took half an hour to read must not be lost.
      print(profile);
      throw new RecordException("cannot write %s: %s".formatted(out, e), e);
    }
    say(Message.of("profile.file", with("file", out.toString())));
  }

  private void say(Message line) {
    main.err().println(line.in(language.language()));
  }

  private void print(String profile) {
    main.out().print(profile);
    main.out().flush();
  }
}
