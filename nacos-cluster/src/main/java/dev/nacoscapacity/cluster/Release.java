package dev.nacoscapacity.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The requirements of one release of the real server that differ between releases. Immutable. */
public final class Release {

  private String since;
  private boolean grpc;
  private String main;
  private List<String> firstJars;
  private List<String> tokenKeys;
  private String tokenCache;
  private String mostThreads;
  private String spareThreads;
  private String portKey = "server.port";
  private boolean account = true;
  private Map<String, String> settings = Map.of();

  private Release() {}

  static Release since(String version) {
    return new Release().from(version);
  }

  /** Sets the first version whose official distribution is run by the rules of this release. */
  Release from(String version) {
    return with(copy -> copy.since = version);
  }

  Release grpc() {
    return with(copy -> copy.grpc = true);
  }

  /**
   * @param first prefixes of the names of jars that must be first on the class path, in this order
   */
  Release start(String mainClass, String... first) {
    return with(
        copy -> {
          copy.main = mainClass;
          copy.firstJars = List.of(first);
        });
  }

  Release tokenKeys(String... keys) {
    return with(copy -> copy.tokenKeys = List.of(keys));
  }

  Release tokenCache(String key) {
    return with(copy -> copy.tokenCache = key);
  }

  Release tomcatThreads(String most, String spare) {
    return with(
        copy -> {
          copy.mostThreads = most;
          copy.spareThreads = spare;
        });
  }

  Release portKey(String key) {
    return with(copy -> copy.portKey = key);
  }

  Release accountless() {
    return with(copy -> copy.account = false);
  }

  Release setting(String key, String value) {
    return with(
        copy -> {
          copy.settings = new HashMap<>(settings);
          copy.settings.put(key, value);
        });
  }

  private Release with(Consumer<Release> change) {
    Release copy = new Release();
    copy.since = since;
    copy.grpc = grpc;
    copy.main = main;
    copy.firstJars = firstJars;
    copy.tokenKeys = tokenKeys;
    copy.tokenCache = tokenCache;
    copy.mostThreads = mostThreads;
    copy.spareThreads = spareThreads;
    copy.portKey = portKey;
    copy.account = account;
    copy.settings = settings;
    change.accept(copy);
    return copy;
  }

  String since() {
    return since;
  }

  boolean hasGrpc() {
    return grpc;
  }

  /** The main class of the jars that this project assembles. */
  public String main() {
    return main;
  }

  /** Prefixes of the names of those jars that must be first on the class path, in this order. */
  public List<String> firstJars() {
    return firstJars;
  }

  /** The settings for the key that signs tokens, Base64. */
  public List<String> tokenKeys() {
    return tokenKeys;
  }

  /**
   * The setting that turns on the cache of verified tokens; empty when a jar of this project
   * provides the cache.
   */
  public Optional<String> tokenCache() {
    return Optional.ofNullable(tokenCache);
  }

  /** The setting for the HTTP port. */
  public String portKey() {
    return portKey;
  }

  /** Whether a fresh registry has the administrator nacos, whose password is nacos. */
  public boolean hasAccount() {
    return account;
  }

  /** Settings that the release requires. */
  public Map<String, String> settings() {
    return settings;
  }

  /** The settings for a number of Tomcat threads. */
  Map<String, String> tomcatThreads(int most, int spare) {
    return Map.of(mostThreads, Integer.toString(most), spareThreads, Integer.toString(spare));
  }
}
