import { Conflict, NotFound, NotReady } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { sourceOf } from "../../catalog/items/source.ts"
import type { TrackLyrics } from "./contract.ts"
import { readLyrics } from "./read.ts"

const none: TrackLyrics = { source: null, isTimed: false, lines: [] }

/**
 * Returns the lyrics of a track that the caller may see. Lyrics are read from the files at each request and not stored.
 */
export const lyricsOf = Effect.fn("lyrics.of")(function* (principal: Principal, id: string) {
  const found = yield* sourceOf(principal, "track", id)
  if (Option.isNone(found)) return yield* new NotFound({ what: "track" })
  const read = yield* readLyrics(found.value).pipe(
    Effect.catchTags({
      FileUnopenable: ({ reason }) => new Conflict({ reason }),
      ReaderBusy: ({ reason }) => new NotReady({ reason }),
      MediaProcessFailed: () => Effect.succeed(undefined),
      MediaProcessTimeout: () =>
        new Conflict({ reason: "Reading the lyrics from the file took too long. Try again later." }),
      MediaToolMissing: () =>
        new Conflict({ reason: "The server cannot read tags, because ffprobe is missing." })
    })
  )
  return read === undefined ? none : { source: read.source, ...read.lyrics }
})
