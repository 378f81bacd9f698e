import type { LocationQuery } from "vue-router"

/** The wizard's steps in their order; each but the first stands in the address, so that reload and Back keep it. */
export const setupSteps = ["account", "library", "playback", "scan"] as const
export type SetupStep = (typeof setupSteps)[number]

export const stepInAddress = (query: LocationQuery): SetupStep =>
  setupSteps.find((step) => step === query["step"]) ?? "account"
