import { repeated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { startHooks } from "./hooks.ts"

/** Runs soon after a change, but not separately for each change. */
export const pluginMaintenance = repeated(
  "Starting hooks of plugins",
  "5 seconds",
  Effect.suspend(startHooks)
)
