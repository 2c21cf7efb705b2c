package dev.nacoscapacity.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Loads the registry of {@link NacosTarget} with simulated service instances, and judges whether it
 * holds them, before a test's method begins; on a class once, before the first of its tests.
 *
 * <ul>
 *   <li>Pass: the test goes on. It may have a parameter {@link
 *       dev.nacoscapacity.core.record.RunFolder}: the record.
 *   <li>Fail: the test fails, with the verdict's reasons and the path of the page.
 *   <li>Inconclusive, which is no pass: the test is aborted, which reports show as skipped.
 *   <li>Refused before there was a record, as without an answer or with a wrong password: the test
 *       fails, with the refusal's text, whatever {@link #inconclusive} says.
 * </ul>
 *
 * <p>Wrong options, and those that make no run, are an error of the test. Records go to {@code
 * target/nacos-capacity}, or {@code build/nacos-capacity}. Tests with this annotation never run at
 * the same time.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(CapacityExtension.class)
@ResourceLock("dev.nacoscapacity.junit.load")
public @interface NacosCapacity {

  /** The number of instances, of all services together. */
  int instances();

  /**
   * Bounds in place of the usual ones or beside them, such as {@code list.p99<500ms}; {@code
   * bin/simulator --threshold help} lists them. The usual measurement window is 60 s at least,
   * {@code window>=60s}.
   */
  String[] threshold() default {};

  /** Further options of {@code bin/simulator}, a word each: {@code {"--duration", "90s"}}. */
  String[] options() default {};

  /** Whether nodes on other machines may be loaded, as by {@code --yes}. */
  boolean confirmed() default false;

  /** What an inconclusive run that has a record makes of the test. */
  Inconclusive inconclusive() default Inconclusive.ABORT;

  /** What an inconclusive run makes of a test. */
  enum Inconclusive {
    /** The test is aborted. */
    ABORT,
    /** The test fails. */
    FAIL
  }
}
