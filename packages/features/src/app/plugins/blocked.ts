import { Sandbox } from "@media/sandbox/Sandbox"
import * as Effect from "effect/Effect"

/** Programs of others run behind walls or not at all. */
export const LEAST_LEVEL = 2

/** Why no plugin runs on this machine, and the cure; null if they run. */
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
