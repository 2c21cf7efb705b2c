/**
 * Test plans as files: rounds of cluster settings × loads, read with a place for every complaint,
 * and scaled to the machine at hand. Everything public may be used from any package.
 */
package dev.nacoscapacity.simulator.study.plan;
