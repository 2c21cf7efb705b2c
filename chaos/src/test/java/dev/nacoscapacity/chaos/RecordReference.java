package dev.nacoscapacity.chaos;

import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonMapFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The fields of a record on disk: their names and types as Jackson writes them, their meaning from
 * the Javadoc of the records' components.
 */
final class RecordReference {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();

  private final Map<String, String> meanings = new HashMap<>();

  /** By the name of their type, in the order in which a reader meets them. */
  private final Map<String, List<Field>> objects = new LinkedHashMap<>();

  private record Field(String name, String type, String meaning) {}

  /**
   * @param sources folder of the sources of all records
   */
  RecordReference(Path sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> found = Files.walk(sources)) {
      List<Path> all = found.filter(file -> file.toString().endsWith(".java")).sorted().toList();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(all));
      DocTrees comments = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new ClassComments(comments, unit.getPackageName().toString()).scan(unit, null);
      }
    }
  }

  /** A section for the type and for each one that it has within, as Markdown. */
  String sections(Class<?> root) throws JsonMappingException {
    describe(JSON.constructType(root));
    return objects.entrySet().stream()
        .map(object -> section(object.getKey(), object.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private static String section(String title, List<Field> fields) {
    return fields.stream()
        .map(field -> "| `%s` | %s | %s |\n".formatted(field.name, field.type, field.meaning))
        .collect(
            Collectors.joining(
                "", "## %s\n\n| field | type | |\n|---|---|---|\n".formatted(title), ""));
  }

  private void describe(JavaType type) throws JsonMappingException {
    Shape shape = Shape.of(type);
    if (shape.properties.isEmpty() || objects.containsKey(title(type))) {
      return;
    }
    List<Field> fields = new ArrayList<>();
    objects.put(title(type), fields);
    for (BeanProperty property : shape.properties) {
      fields.add(new Field(property.getName(), words(property.getType()), meaning(property)));
    }
    for (BeanProperty property : shape.properties) {
      describe(innermost(property.getType()));
    }
  }

  private static String words(JavaType type) throws JsonMappingException {
    if (type.isMapLikeType()) {
      return "by name: " + words(type.getContentType());
    }
    if (type.isCollectionLikeType()) {
      return "list of " + words(type.getContentType());
    }
    Shape shape = Shape.of(type);
    return shape.properties.isEmpty()
        ? shape.word
        : "[%s](#%s)".formatted(title(type), title(type).toLowerCase(Locale.ROOT).replace(".", ""));
  }

  /** What a type becomes in JSON. */
  private static final class Shape extends JsonFormatVisitorWrapper.Base {

    /** Of an object; empty for everything else. */
    private final List<BeanProperty> properties = new ArrayList<>();

    private String word = "any";

    static Shape of(JavaType type) throws JsonMappingException {
      Shape shape = new Shape();
      JSON.acceptJsonFormatVisitor(type, shape);
      return shape;
    }

    @Override
    public JsonObjectFormatVisitor expectObjectFormat(JavaType type) {
      return new JsonObjectFormatVisitor.Base(getProvider()) {
        @Override
        public void optionalProperty(BeanProperty property) {
          properties.add(property);
        }

        @Override
        public void property(BeanProperty property) {
          properties.add(property);
        }
      };
    }

    @Override
    public JsonMapFormatVisitor expectMapFormat(JavaType type) {
      word = "by name";
      return null;
    }

    @Override
    public JsonStringFormatVisitor expectStringFormat(JavaType type) {
      word = "text";
      return null;
    }

    @Override
    public JsonNumberFormatVisitor expectNumberFormat(JavaType type) {
      word = "number";
      return null;
    }

    @Override
    public JsonIntegerFormatVisitor expectIntegerFormat(JavaType type) {
      word = "whole number";
      return null;
    }

    @Override
    public JsonBooleanFormatVisitor expectBooleanFormat(JavaType type) {
      word = "boolean";
      return null;
    }
  }

  private static JavaType innermost(JavaType type) {
    return type.isContainerType() ? innermost(type.getContentType()) : type;
  }

  /** The name without the package, so with that of an enclosing record. */
  private static String title(JavaType type) {
    Class<?> raw = type.getRawClass();
    return raw.getCanonicalName().substring(raw.getPackageName().length() + 1);
  }

  private String meaning(BeanProperty property) {
    Class<?> declaring = property.getMember().getDeclaringClass();
    return meanings.getOrDefault(
        declaring.getCanonicalName() + "#" + property.getMember().getName(), "");
  }

  /** Collects the text of each component of the records of a file. */
  private final class ClassComments extends TreePathScanner<Void, Void> {

    private final DocTrees comments;
    private String enclosing;

    ClassComments(DocTrees comments, String enclosing) {
      this.comments = comments;
      this.enclosing = enclosing;
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      String outer = enclosing;
      enclosing = outer + "." + type.getSimpleName();
      DocCommentTree comment = comments.getDocCommentTree(getCurrentPath());
      if (comment != null) {
        comment.getBlockTags().forEach(this::collect);
      }
      super.visitClass(type, nothing);
      enclosing = outer;
      return nothing;
    }

    private void collect(DocTree tag) {
      if (tag instanceof ParamTree param) {
        meanings.put(enclosing + "#" + param.getName(), markdown(param.getDescription()));
      }
    }
  }

  private static String markdown(List<? extends DocTree> description) {
    return description.stream()
        .map(DocTree::toString)
        .collect(Collectors.joining())
        .replaceAll("\\{@(?:code|link|linkplain)\\s+#?([^}]*)}", "`$1`")
        .replace("#", ".")
        .replace("|", "\\|")
        .replaceAll("\\s+", " ");
  }
}
