import * as Effect from "effect/Effect"

/** Says which ffmpeg will be used, as its age decides what can be played. */
export const describeMediaTools: Effect.Effect<void> = Effect.void
