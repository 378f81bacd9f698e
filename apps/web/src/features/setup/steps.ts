import type { LocationQuery } from "vue-router"

/** The wizard's steps in order. The address may name a later one; without, it goes on where the server says it was left. */
export const setupSteps = ["account", "library", "playback", "scan"] as const
export type SetupStep = (typeof setupSteps)[number]

export const stepInAddress = (query: LocationQuery): SetupStep | undefined =>
  setupSteps.find((step) => step === query["step"] && step !== "account")

/** Where the wizard goes on: the account exists once someone is signed in, the rest is seen from what there is. */
export const stepToResume = (has: { readonly account: boolean; readonly library: boolean }): SetupStep =>
  has.account ? (has.library ? "playback" : "library") : "account"
