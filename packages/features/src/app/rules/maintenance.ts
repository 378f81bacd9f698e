import { repeated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { runRules } from "./appeared.ts"

/** Runs soon after a file was examined, but not for each file separately. */
export const ruleMaintenance = repeated("Running rules", "5 seconds", Effect.suspend(runRules))
