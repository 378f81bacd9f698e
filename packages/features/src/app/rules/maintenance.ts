import { repeated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { runRules } from "./appeared.ts"

/** Runs rules at intervals, so that rules run soon after files were examined but not once per file. */
export const ruleMaintenance = repeated("Running rules", "5 seconds", Effect.suspend(runRules))
