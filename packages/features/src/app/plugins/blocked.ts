import { Sandbox } from "@media/sandbox/Sandbox"
import * as Effect from "effect/Effect"

/** The lowest sandbox level at which plugins can run. */
export const LEAST_LEVEL = 2

/** The reason why no plugin can run on this machine, with the solution; null if plugins run. */
export const blockedReason = Effect.gen(function* () {
  const sandbox = yield* Sandbox
  const { cure, level, reason } = yield* sandbox.level
  if (level >= LEAST_LEVEL) return null
  return [
    "Plugins do not run on this server, because it cannot wall them off from your files and your network.",
    reason ?? "",
    cure ?? ""
  ]
    .filter((text) => text !== "")
    .join(" ")
})
