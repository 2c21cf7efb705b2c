/**
 * The cold path to a registry: is it ready, what is in it, put one instance in or take one out.
 * {@link dev.nacoscapacity.cluster.admin.AdminClient} and its records may be used from any module;
 * load never goes this way.
 */
package dev.nacoscapacity.cluster.admin;
