/**
 * Reads the shape of a registry that is there, slowly and without changing anything, and makes a
 * traffic profile of it. The command line may use everything public.
 */
package dev.nacoscapacity.simulator.study.profile;
