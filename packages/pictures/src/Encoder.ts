import * as Effect from "effect/Effect"
import type * as encodings from "./Encode.ts"

/** Runs an encoder. Loads libvips on first use, which saves 5 MB in a server that never encodes a picture. */
export const encoder = <A>(use: (encode: typeof encodings) => Promise<A>): Effect.Effect<A> =>
  Effect.promise(async () => use(await import("./Encode.ts")))
