/**
 * Reads the shape of an existing registry, slowly and without changes, and derives a traffic
 * profile from it. The command line may use everything public.
 */
package dev.nacoscapacity.simulator.study.profile;
