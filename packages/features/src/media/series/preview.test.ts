import { startCpuClock } from "@media/testkit/CpuClock"
import { expect, it } from "vitest"
import { classifyVideos, type VideosAs } from "./classify.ts"
import { fileOf } from "./classifyLibrary.ts"
import type { KnownVideo } from "./known.ts"
import { previewOf } from "./preview.ts"

const video = (path: string, more: Partial<KnownVideo> = {}): KnownVideo => ({
  ...{ id: path, rootPath: "/films", path, isMissing: false, size: 1_000, height: null, parentId: null },
  ...{ ordinal: null, facts: null, isByHand: false, numbers: null, attachedTo: null, attachedAs: null },
  ...{ label: null, number: null, extraType: null, isAttachedByHand: false },
  ...more
})
const classified = (videosAs: VideosAs, videos: ReadonlyArray<KnownVideo>) =>
  classifyVideos(videosAs, videos.map(fileOf(videos)))
/** Returns the same videos with the classification that a scan with this setting would record. */
const scanned = (videosAs: VideosAs, videos: ReadonlyArray<KnownVideo>): ReadonlyArray<KnownVideo> => {
  const { attached, classified: found } = classified(videosAs, videos)
  return videos.map((one) => {
    const attaching = attached.get(one.id)
    return {
      ...one,
      facts: found.get(one.id)!.facts,
      attachedTo: attaching !== undefined && "toId" in attaching ? attaching.toId : null,
      attachedAs: attaching?.as ?? null
    }
  })
}

const files = [
  "The Wire/Season 1/The Wire - S01E01.mkv",
  "The Wire/Season 1/The Wire - S01E02.mkv",
  "Heat (1995)/Heat (1995) - 1080p.mkv",
  "Heat (1995)/Heat (1995) - 2160p.mkv"
].map((path) => video(path))

it("counts videos by role before and after a change", () => {
  const now = scanned("mixed", files)
  expect(previewOf(now, classified("videos", now))).toMatchObject({
    roles: [
      { role: "movie", before: 1, after: 0 },
      { role: "episode", before: 2, after: 0 },
      { role: "video", before: 0, after: 4 },
      { role: "version", before: 1, after: 0 }
    ],
    changedCount: 4,
    changed: [
      { path: files[2]!.path, after: { role: "video" } },
      { path: files[3]!.path, after: { role: "video" } },
      {
        path: files[0]!.path,
        before: { role: "episode", series: "The Wire", season: 1, episode: 1 },
        after: { role: "video", series: null, season: null, episode: null }
      },
      { path: files[1]!.path, before: { episode: 2 } }
    ]
  })
})

it("reports no changes for the current setting", () => {
  const now = scanned("mixed", files)
  expect(previewOf(now, classified("mixed", now))).toMatchObject({ changedCount: 0, changed: [] })
})

it("keeps the roles that a user chose", () => {
  const [first, ...others] = scanned("mixed", files)
  const now = [{ ...first!, isByHand: true }, ...others]
  const { changed } = previewOf(now, classified("videos", now))
  expect(changed.map(({ path }) => path)).not.toContain(first!.path)
})

it("previews 5,000 videos in linear time and lists 50 of them", () => {
  const now = scanned(
    "mixed",
    Array.from({ length: 5_000 }, (_, n) =>
      video(`Show ${n % 100}/Season ${1 + (n % 5)}/Show ${n % 100} - S0${1 + (n % 5)}E${n}.mkv`)
    )
  )
  const spent = startCpuClock()
  const { changed, changedCount } = previewOf(now, classified("movies", now))
  // The preview took 0.5 s of CPU time, and 1.2 s on a loaded machine. Comparing each video with every other video
  // would take minutes.
  expect(spent()).toBeLessThan(5)
  expect([changedCount, changed.length]).toEqual([5_000, 50])
})
