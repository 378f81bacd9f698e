import { Sandbox } from "@media/sandbox/Sandbox"
import * as Effect from "effect/Effect"

/** The lowest sandbox level at which plugins can run. */
export const LEAST_LEVEL = 2

/**
 * Returns the reason why plugins cannot run on this machine, and instructions to fix the problem. Returns null if
 * plugins can run.
 */
export const blockedReason = Effect.gen(function* () {
  const sandbox = yield* Sandbox
  const { cure, level, reason } = yield* sandbox.level
  if (level >= LEAST_LEVEL) return null
  return [
    "Plugins do not run on this server, because it cannot isolate them from your files and your network.",
    reason ?? "",
    cure ?? ""
  ]
    .filter((text) => text !== "")
    .join(" ")
})
