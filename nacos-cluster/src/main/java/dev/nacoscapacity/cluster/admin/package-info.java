/**
 * Administration of a registry: whether it is ready, what it contains, one registration. {@link
 * dev.nacoscapacity.cluster.admin.AdminClient} and its records may be used from any module, and
 * {@link dev.nacoscapacity.cluster.admin.Admins} where the nodes may be modelled ones. Load does
 * not use them.
 */
package dev.nacoscapacity.cluster.admin;
