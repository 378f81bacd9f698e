import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import type { VideosAs, classifyVideos } from "./classify.ts"
import { classificationOf, isNews, knownFacts } from "./classifyLibrary.ts"
import type { VideoFacts } from "./facts.ts"
import { type KnownVideo, libraryOf } from "./known.ts"
import { type LibraryPreview, type PreviewedRole, previewedRoles } from "./simulatorContract.ts"

type Found = Pick<ReturnType<typeof classifyVideos>, "classified" | "attached">

/** Maximum number of changed videos in the response. */
const MOST_CHANGED = 50

export const told = (role: PreviewedRole, facts: VideoFacts | null) => ({
  role,
  title: facts?.title ?? null,
  series: facts?.series?.title ?? null,
  season: facts?.season ?? null,
  episode: facts?.episode ?? null
})

export const knownRole = (video: KnownVideo): PreviewedRole =>
  (video.attachedAs as PreviewedRole | null) ?? knownFacts(video)?.role ?? "video"

const nextRole = (video: KnownVideo, { attached, classified }: Found): PreviewedRole => {
  if (video.isAttachedByHand && video.attachedAs !== null) return knownRole(video)
  const next = video.isByHand ? knownFacts(video)?.role : classified.get(video.id)?.facts.role
  return (video.isAttachedByHand ? undefined : attached.get(video.id)?.as) ?? next ?? "video"
}

/** Compares the new classification of videos with the current one. Pure. */
export const previewOf = (videos: ReadonlyArray<KnownVideo>, found: Found): LibraryPreview => {
  const numbers = new Map(previewedRoles.map((role) => [role, { role, before: 0, after: 0 }]))
  const changed: Array<LibraryPreview["changed"][number]> = []
  for (const video of videos) {
    const classified = found.classified.get(video.id)
    const [before, after] = [knownRole(video), nextRole(video, found)]
    numbers.get(before)!.before += 1
    numbers.get(after)!.after += 1
    const isRenamed = classified !== undefined && isNews(video, classified)
    if (before === after && !isRenamed) continue
    const facts = video.isByHand ? knownFacts(video) : (classified?.facts ?? null)
    changed.push({ path: video.path, before: told(before, knownFacts(video)), after: told(after, facts) })
  }
  return {
    roles: [...numbers.values()].filter((role) => role.before > 0 || role.after > 0),
    changedCount: changed.length,
    changed: changed
      .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
      .slice(0, MOST_CHANGED)
  }
}

/**
 * Returns the changes that the next scan would make if the library had this setting. The preview itself changes
 * nothing.
 */
export const previewLibrary = Effect.fn("series.previewLibrary")(function* (
  libraryId: string,
  videosAs: VideosAs
) {
  const [library] = isUuid(libraryId) ? yield* libraryOf(libraryId) : []
  if (library === undefined) return yield* new NotFound({ what: "library" })
  const { found, videos } = yield* classificationOf(libraryId, videosAs)
  return previewOf(videos, found)
})
