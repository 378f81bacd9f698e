import { repeated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { startHooks } from "./hooks.ts"

/** Soon after a change, but not for each change alone. */
export const pluginMaintenance = repeated(
  "Starting hooks of plugins",
  "5 seconds",
  Effect.suspend(startHooks)
)
