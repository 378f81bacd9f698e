import * as Effect from "effect/Effect"
import type { EpisodeFile } from "./grouping.ts"
import type { KnownVideo } from "./known.ts"
import { type KnownMerge, mergesOf, seriesKeysOf } from "./knownMerges.ts"
import { unitedBy } from "./merged.ts"

/**
 * Returns a function from the id of a video to the id of the merge target that currently contains the video. If the
 * video is attached to a work, the function returns the merge target that contains the work. If there is no such merge
 * target, the function returns null.
 */
const targetsOf = (videos: ReadonlyArray<KnownVideo>, merges: ReadonlyArray<KnownMerge>) => {
  const targets = new Map(
    merges.flatMap(({ into }) => into.seasonIds.map((seasonId) => [seasonId, into.id] as const))
  )
  const byId = new Map(videos.map((video) => [video.id, video]))
  return (id: string): string | null => {
    const video = byId.get(id)
    const parentId = video?.parentId ?? byId.get(video?.attachedTo ?? "")?.parentId
    return targets.get(parentId ?? "") ?? null
  }
}

/** Returns the function that treats the episodes of a library's merged series as episodes of the merge targets. */
export const unitingOf = (libraryId: string, videos: ReadonlyArray<KnownVideo>) =>
  Effect.gen(function* () {
    const merges = yield* mergesOf(libraryId)
    const keys = merges.length === 0 ? new Set<string>() : yield* seriesKeysOf(libraryId)
    const targetOf = targetsOf(videos, merges)
    return (episodes: ReadonlyArray<EpisodeFile>) =>
      unitedBy(
        libraryId,
        merges,
        keys,
        episodes.map((episode) => ({ ...episode, seriesId: targetOf(episode.id) }))
      )
  })
