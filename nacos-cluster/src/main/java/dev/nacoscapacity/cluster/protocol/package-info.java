/**
 * Nacos's paths, field names and codes, each defined once. Everything public may be used from any
 * module.
 */
package dev.nacoscapacity.cluster.protocol;
