package dev.nacoscapacity.simulator.options;

import java.util.Map;
import java.util.Stack;
import java.util.regex.Pattern;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Joins the nodes that follow an option to its one value: picocli expands the {@code @FILE} of
 * {@code --target @FILE} to an argument a line.
 */
public final class NodeListPreprocessor implements IParameterPreprocessor {

  private static final Pattern NODE = Pattern.compile("[^-\\s][^\\s]*:\\d{1,5}([/?]\\S*)?");

  @Override
  public boolean preprocess(
      Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    while (args.size() > 1 && isNode(args.peek()) && isNode(args.get(args.size() - 2))) {
      args.push(args.pop() + "," + args.pop());
    }
    return false;
  }

  private static boolean isNode(String argument) {
    return NODE.matcher(argument).matches();
  }
}
