import type { LocationQuery } from "vue-router"

/**
 * The wizard's steps in order. The URL may name a later step; by default, the wizard resumes where the server's data
 * shows it stopped.
 */
export const setupSteps = ["account", "library", "playback", "scan"] as const
export type SetupStep = (typeof setupSteps)[number]

export const stepInAddress = (query: LocationQuery): SetupStep | undefined =>
  setupSteps.find((step) => step === query["step"] && step !== "account")

/**
 * The step at which the wizard resumes: the account exists once someone is signed in, and the server's data shows
 * the rest.
 */
export const stepToResume = (has: { readonly account: boolean; readonly library: boolean }): SetupStep =>
  has.account ? (has.library ? "playback" : "library") : "account"
