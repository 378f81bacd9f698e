import * as Effect from "effect/Effect"
import type * as encodings from "./Encode.ts"

/** Runs an encoder. libvips is loaded for the first picture, because an idle server does not need its 5 MB. */
export const encoder = <A>(use: (encode: typeof encodings) => Promise<A>): Effect.Effect<A> =>
  Effect.promise(async () => use(await import("./Encode.ts")))
