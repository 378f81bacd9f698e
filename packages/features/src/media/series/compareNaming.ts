import { Invalid, NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import type { VideosAs } from "./classify.ts"
import { knownFacts } from "./classifyLibrary.ts"
import { type KnownVideo, libraryOf, videosOf } from "./known.ts"
import { knownRole, told } from "./preview.ts"
import { simulate } from "./simulate.ts"
import { type ComparedFile, mostCompared, type SimulatedFile } from "./simulatorContract.ts"

const pathOf = ({ path, rootPath }: KnownVideo): string => `${rootPath}/${path}`

/** True if the held classification differs from the one by name in a value that lists or pages show. */
const differs = (named: SimulatedFile, held: ComparedFile["held"]): boolean => {
  const role = named.attachedAs ?? named.role
  if (role !== held.role) return true
  if (role === "movie") return named.title !== held.title
  if (role !== "episode") return false
  const { episode, season, series } = named
  return series?.title !== held.series || season !== (held.season ?? 1) || episode !== held.episode
}

/** Compares the classification of each video by its name with the classification that the library holds. Pure. */
export const compared = (
  videos: ReadonlyArray<KnownVideo>,
  videosAs: VideosAs
): ReadonlyArray<ComparedFile> => {
  const byPath = new Map(videos.map((video) => [pathOf(video), video]))
  const roots = [...new Set(videos.map(({ rootPath }) => rootPath))]
  return simulate({ paths: [...byPath.keys()], library: { roots, videosAs } }).items.flatMap((named) => {
    const video = byPath.get(named.path)
    if (video === undefined) return []
    const held = told(knownRole(video), knownFacts(video))
    return [{ ...named, held, isDifferent: differs(named, held) }]
  })
}

const isIn = (folder: string) => {
  const start = folder.replace(/^\/+|\/+$/g, "")
  return ({ path }: KnownVideo): boolean => start === "" || path === start || path.startsWith(`${start}/`)
}

/**
 * Compares the videos in a folder of a library. Fails with `Invalid` if the folder contains no videos or more than
 * `mostCompared`.
 */
export const compareNaming = Effect.fn("series.compareNaming")(function* (
  libraryId: string,
  {
    folder = "",
    videosAs
  }: { readonly folder?: string | undefined; readonly videosAs?: VideosAs | undefined }
) {
  const [library] = isUuid(libraryId) ? yield* libraryOf(libraryId) : []
  if (library === undefined) return yield* new NotFound({ what: "library" })
  const videos = (yield* videosOf(libraryId)).filter(isIn(folder))
  const message =
    videos.length > mostCompared
      ? `contains ${videos.length} videos. Choose a folder with at most ${mostCompared} videos`
      : videos.length === 0
        ? "contains no videos of this library"
        : undefined
  if (message !== undefined)
    return yield* new Invalid({ reason: `folder: ${message}.`, fields: [{ path: "folder", message }] })
  return { items: compared(videos, videosAs ?? library.videosAs) }
})
