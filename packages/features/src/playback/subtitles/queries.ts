import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowOf } from "@media/pg/Rows"
import { okInParts } from "@media/wire/OkInParts"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { requireVideo, subtitleColumns, SubtitleRow, toTrack } from "../../media/videos/subtitleTracks.ts"
import type { SubtitleCue } from "./contract.ts"
import { readCues } from "./cues.ts"
import type { Cue } from "./text/Cue.ts"

/** Returns a track of a video. Fails with `NotFound` if the caller may not see the video. */
export const requireTrack = Effect.fn("subtitles.requireTrack")(function* (
  principal: Principal,
  id: string,
  trackId: string
) {
  yield* requireVideo(principal, id)
  const sql = yield* SqlClient.SqlClient
  const found = isUuid(trackId)
    ? yield* rowOf(SubtitleRow)(sql`
        select ${sql.literal(subtitleColumns)} from subtitle_tracks t where t.id = ${trackId} and t.item_id = ${id}`)
    : Option.none<typeof SubtitleRow.Type>()
  return Option.isSome(found) ? toTrack(found.value) : yield* new NotFound({ what: "subtitle track" })
})

/**
 * Returns the cues of a track. Fails with `NotFound` if the track has no text. Lists contain such tracks nevertheless,
 * with the reason.
 */
export const cuesOf = Effect.fn("subtitles.cues")(function* (
  principal: Principal,
  id: string,
  trackId: string
) {
  const track = yield* requireTrack(principal, id, trackId)
  if (track.failure !== null) return yield* new NotFound({ what: "subtitle track" })
  return yield* readCues(track.id)
})

const cueAsWire = ({ endMs, markup, settings, startMs, text }: Cue, index: number): SubtitleCue => ({
  index,
  start: startMs / 1_000,
  end: endMs / 1_000,
  text,
  ...(markup === null ? {} : { markup }),
  ...(settings === null ? {} : { settings })
})

/** Builds the response in parts and yields between them, because a track may have 50,000 cues. */
export const cuesResponse = (principal: Principal, id: string, trackId: string) =>
  Effect.flatMap(cuesOf(principal, id, trackId), (cues) => okInParts(cues, cueAsWire))
