import { tolerated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { relateEarlier } from "./relateEarlier.ts"

/** Worker task that finishes an upgrade to a version with a new kind of entity. */
export const relateAfterUpgrade = tolerated("Relating items of an earlier version", relateEarlier).pipe(
  Effect.zipRight(Effect.never)
)
