import { repeated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { startHooks } from "./hooks.ts"

/** Starts hooks at intervals, so that hooks run soon after changes but not once per change. */
export const pluginMaintenance = repeated("Starting plugin hooks", "5 seconds", Effect.suspend(startHooks))
