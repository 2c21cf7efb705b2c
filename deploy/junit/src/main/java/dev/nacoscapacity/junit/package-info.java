/**
 * A JUnit 5 extension: {@link dev.nacoscapacity.junit.NacosCapacity} on a test makes a run of
 * {@code bin/simulator} in this JVM, whose verdict decides whether the test goes on.
 */
package dev.nacoscapacity.junit;
