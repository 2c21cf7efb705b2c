package dev.nacoscapacity.simulator.preflight;

/**
 * What the user has agreed to.
 *
 * @param publicNamespace to use Nacos's default namespace
 * @param remote to load a registry on other machines
 */
public record LoadConsent(boolean publicNamespace, boolean remote) {}
