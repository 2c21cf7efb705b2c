/**
 * Files in YAML that name the line and column of what is wrong with them: plans, experiments and
 * models. Only {@link dev.nacoscapacity.cluster.yaml.Section} knows the parser.
 */
package dev.nacoscapacity.cluster.yaml;
