import type { LocationQuery } from "vue-router"

/**
 * The wizard's steps in order. If the URL does not contain a step, the wizard resumes at the first step that the server
 * does not report as done.
 */
export const setupSteps = ["account", "library", "scan"] as const
export type SetupStep = (typeof setupSteps)[number]

export const stepInAddress = (query: LocationQuery): SetupStep | undefined =>
  setupSteps.find((step) => step === query["step"] && step !== "account")

/** Returns the step at which the wizard resumes. The account step is done once someone is signed in. */
export const stepToResume = (has: { readonly account: boolean; readonly library: boolean }): SetupStep =>
  has.account ? (has.library ? "scan" : "library") : "account"
