/**
 * Nacos's own paths, field names and codes: the one place that spells them. Everything public may
 * be used from any module.
 */
package dev.nacoscapacity.cluster.protocol;
