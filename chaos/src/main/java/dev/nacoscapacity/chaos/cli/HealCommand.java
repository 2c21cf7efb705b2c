package dev.nacoscapacity.chaos.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.hook.Hook;
import dev.nacoscapacity.cluster.hook.HookException;
import dev.nacoscapacity.cluster.hook.ShellCommand;
import dev.nacoscapacity.cluster.hook.ShellHook;
import dev.nacoscapacity.cluster.process.FaultNotes;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.core.cli.LanguageOption;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code bin/chaos heal}. */
@Command(
    name = "heal",
    description =
        "Heals what hooks have broken and an experiment that died could not heal: runs the "
            + "--heal-cmd of each node. A cluster of this project's: bin/nacos-cluster heal.",
    footer = {
      "",
      "Example:",
      "  bin/chaos heal",
      "",
      "Exit codes: 0 all is healed, 2 not all, 64 wrong usage."
    })
final class HealCommand implements Callable<Integer> {

  @ParentCommand private ChaosMain main;

  @Option(
      names = "--forget",
      description = "run nothing: the nodes are well again, or there are none any more")
  private boolean forget;

  @Mixin private LanguageOption language;

  @Override
  public Integer call() throws IOException {
    LocalClusters here = LocalClusters.here(main.err()::println);
    try (FileChannel claim = here.claimHooks()) {
      FaultNotes notes = here.hooks();
      if (forget) {
        notes.clear();
        return ExitCode.OK;
      }
      return heal(notes, HookOptions.LIMIT, language.language(), main.out(), main.err());
    }
  }

  static int heal(
      FaultNotes notes, Duration timeout, Language language, PrintStream out, PrintStream err) {
    List<FaultNotes.Note> broken = notes.all();
    if (broken.isEmpty()) {
      out.println(language.say("heal.nothing"));
    }
    boolean all = true;
    for (FaultNotes.Note note : broken) {
      try {
        begin(note, err).await(timeout, Time.wall(), () -> {});
        notes.remove(note.node());
        out.println(language.say("heal.healed", with("node", note.node())));
      } catch (HookException e) {
        all = false;
        err.println(
            language.say(
                "heal.failed",
                with("node", note.node())
                    .and("fault", note.fault())
                    .and("since", note.since())
                    .and("why", e.getMessage())));
      }
    }
    return all ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  private static Hook begin(FaultNotes.Note note, PrintStream err) {
    if (note.heal() == null) {
      throw new HookException(
          "no command is known for it: heal the node, then run bin/chaos heal --forget");
    }
    return ShellHook.start(
        "--heal-cmd", new ShellCommand(note.heal()), Path.of(note.folder()), err::println);
  }
}
