package dev.nacoscapacity.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the registry of a test class: a method without parameters, static or not, that returns what
 * {@code --target} of {@code bin/simulator} takes. It is called right before the load, when a
 * container that the test starts has its ports.
 *
 * <p>{@code HOST:PORT[,HOST:PORT…]} is a registry of yours, each node by its HTTP port; {@code
 * embedded} a stand-in in this JVM and {@code model} a prediction, which say nothing about yours.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface NacosTarget {}
