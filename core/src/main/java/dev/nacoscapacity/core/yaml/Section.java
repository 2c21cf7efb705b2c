package dev.nacoscapacity.core.yaml;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A mapping in a YAML file that knows where each of its keys stands. */
public final class Section {

  /** The exception for a file that could not be read. */
  public static YamlException unreadable(Path file, IOException fault) {
    if (fault instanceof MalformedInputException) {
      return new YamlException(file + " is not text in UTF-8");
    }
    String why = fault instanceof AccessDeniedException ? "permission denied" : fault.getMessage();
    return new YamlException("cannot read " + file + ": " + why);
  }

  private final String file;
  private final Node node;
  private final Map<String, NodeTuple> entries = new LinkedHashMap<>();

  /**
   * Parses a file and returns its top-level mapping.
   *
   * @param file name of the file in errors
   * @throws YamlException when the text is not YAML, or contains no keys
   */
  public static Section read(String file, String text) {
    try {
      Node root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
      if (root == null) {
        throw new YamlException(file + ": the file is empty");
      }
      return new Section(file, root);
    } catch (MarkedYAMLException e) {
      throw new YamlException(
          "%s:%d:%d: %s"
              .formatted(
                  file,
                  e.getProblemMark().getLine() + 1,
                  e.getProblemMark().getColumn() + 1,
                  e.getProblem()));
    } catch (YAMLException e) {
      // A control character, or excessive nesting: the position is unknown.
      throw new YamlException(file + ": " + e.getMessage().lines().findFirst().orElse("no YAML"));
    }
  }

  private Section(String file, Node node) {
    this.file = file;
    this.node = node;
    if (!(node instanceof MappingNode mapping)) {
      throw fault(node, "keys with values belong here, as in 'name: value'");
    }
    for (NodeTuple tuple : mapping.getValue()) {
      String key = scalar(tuple.getKeyNode());
      if (entries.put(key, tuple) != null) {
        throw fault(tuple.getKeyNode(), "'" + key + "' is there twice");
      }
    }
  }

  public Set<String> keys() {
    return entries.keySet();
  }

  public boolean has(String key) {
    return entries.containsKey(key);
  }

  /** Refuses every other key. */
  public Section only(Set<String> keys) {
    for (String key : keys()) {
      if (!keys.contains(key)) {
        throw fault(
            entries.get(key).getKeyNode(),
            "unknown key '%s'; known here: %s"
                .formatted(key, String.join(", ", keys.stream().sorted().toList())));
      }
    }
    return this;
  }

  /** A key's value as it is written, or null when the key is absent. */
  public String text(String key) {
    return has(key) ? scalar(value(key)) : null;
  }

  /** All keys with their values. */
  public Map<String, String> texts() {
    Map<String, String> all = new LinkedHashMap<>();
    keys().forEach(key -> all.put(key, text(key)));
    return all;
  }

  /** The mapping under a key; an empty one when the key is absent. */
  public Section section(String key) {
    return new Section(file, has(key) ? value(key) : empty());
  }

  private Node empty() {
    return new MappingNode(
        node.getTag(),
        false,
        new ArrayList<>(),
        node.getStartMark(),
        node.getEndMark(),
        ((MappingNode) node).getFlowStyle());
  }

  /** The mappings listed under a key; none when the key is absent. */
  public List<Section> sections(String key) {
    if (!has(key)) {
      return List.of();
    }
    return items(key).stream().map(item -> new Section(file, item)).toList();
  }

  /** The texts listed under a key; none when the key is absent. */
  public List<String> list(String key) {
    return has(key) ? items(key).stream().map(this::scalar).toList() : List.of();
  }

  /** The texts listed under a key, or its single value. */
  public List<String> values(String key) {
    return value(key) instanceof SequenceNode ? list(key) : List.of(text(key));
  }

  private List<Node> items(String key) {
    if (value(key) instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    throw fault(value(key), "'" + key + "' is a list, each item behind a dash");
  }

  private Node value(String key) {
    return entries.get(key).getValueNode();
  }

  private String scalar(Node scalar) {
    if (scalar instanceof ScalarNode text) {
      return text.getValue();
    }
    throw fault(scalar, "a single value belongs here");
  }

  /** An error about a key's value. */
  public YamlException fault(String key, String complaint) {
    return fault(has(key) ? value(key) : node, complaint);
  }

  /** An error about the whole section. */
  public YamlException fault(String complaint) {
    return fault(node, complaint);
  }

  private YamlException fault(Node where, String complaint) {
    Mark mark = where.getStartMark();
    return new YamlException(
        "%s:%d:%d: %s".formatted(file, mark.getLine() + 1, mark.getColumn() + 1, complaint));
  }
}
