/**
 * YAML files (plans, experiments and models) whose errors name line and column. Only {@link
 * dev.nacoscapacity.core.yaml.Section} knows the parser.
 */
package dev.nacoscapacity.core.yaml;
