/**
 * The front of all six programs: their start, help, the formats of their values, error texts,
 * signals and exit codes (64 for wrong usage), and the build of what a command fetches on first
 * use.
 */
package dev.nacoscapacity.core.cli;
