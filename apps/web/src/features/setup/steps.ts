import type { LocationQuery } from "vue-router"

/** The wizard's steps in order; all but the first are kept in the address, so reload and Back keep the step. */
export const setupSteps = ["account", "library", "playback", "scan"] as const
export type SetupStep = (typeof setupSteps)[number]

export const stepInAddress = (query: LocationQuery): SetupStep =>
  setupSteps.find((step) => step === query["step"]) ?? "account"
