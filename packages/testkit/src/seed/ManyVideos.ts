import { EventStore, type StreamAppend } from "@media/event-store/EventStore"
import type { ItemEvent } from "@media/features/catalog/items/events"
import type { VideoEvent } from "@media/features/media/videos/events"
import { uuidv7 } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"

export interface RootIds {
  readonly libraryId: string
  readonly rootId: string
}

const adjectives = "Silent Golden Broken Distant Electric Hidden Crimson Frozen Last Burning".split(" ")
const nouns = "River Harbour Winter Orchard Machine Summer Letter Garden Island Winter".split(" ")

export const titleNumber = (n: number): string =>
  `The ${adjectives[n % 10]} ${nouns[Math.floor(n / 10) % 10]} ${n}`

const facts = (size: number) => ({
  container: "mp4",
  formatNames: ["mov", "mp4", "m4a"],
  durationSeconds: 5_400,
  startSeconds: 0,
  bitRate: 4_500_000,
  sizeBytes: size,
  streams: [
    {
      ...{ index: 0, kind: "video", codec: "h264", rotation: 0, hasDisplayMatrix: false, isReflected: false },
      ...{
        isDefault: true,
        isForced: false,
        isAttachedPicture: false,
        startSeconds: 0,
        durationSeconds: 5_400
      },
      ...{ profile: "High", level: 40, pixelFormat: "yuv420p", width: 1920, height: 1080 },
      ...{ frameRate: { num: 24, den: 1 }, averageFrameRate: { num: 24, den: 1 } }
    },
    {
      ...{ index: 1, kind: "audio", codec: "aac", rotation: 0, hasDisplayMatrix: false, isReflected: false },
      ...{ isDefault: true, isForced: false, isAttachedPicture: false, channels: 2, sampleRate: 48_000 }
    }
  ],
  chapters: [],
  tags: { encoder: "Lavf60" }
})

/** Returns the path, size and time of the file of video `n`, for callers that also create the file on disk. */
export const fileNumber = (n: number) => ({
  path: `Movies/${titleNumber(n)} (2020)/${titleNumber(n)}.mp4`,
  size: 1_000_000_000 + n,
  mtimeMs: 1_700_000_000_000 + n
})

/** Returns the events of one video. If `isSettled` is false, one video in ten has not been probed yet. */
const historyOf = (
  root: RootIds,
  n: number,
  isSettled: boolean
): readonly [ItemEvent, VideoEvent | undefined] => {
  const size = 1_000_000_000 + n
  const registered: ItemEvent = {
    _tag: "item.registered.v1",
    kind: "video",
    ...root,
    title: titleNumber(n),
    path: `Movies/${titleNumber(n)} (2020)/${titleNumber(n)}.mp4`,
    pathBytes: Buffer.from(`Movies/${titleNumber(n)} (2020)/${titleNumber(n)}.mp4`).toString("base64"),
    size,
    mtimeMs: 1_700_000_000_000 + n
  }
  const probed: VideoEvent = {
    ...{ _tag: "video.probed.v1", size, mtimeMs: 1_700_000_000_000 + n, duration: 3_000 + (n % 5_000) },
    ...{ width: 1920, height: 1080, frameRate: 24, bitRate: 4_500_000, container: "mp4", videoCodec: "h264" },
    ...{ audioCodec: "aac", oshash: n.toString(16).padStart(16, "0"), facts: facts(size) }
  }
  return [registered, n % 10 === 9 && !isSettled ? undefined : probed]
}

/**
 * Creates the videos from `from` up to, but not including, `to`, without creating their files. Like a scan, registers
 * the videos in batches, and then records the probe of each.
 */
export const appendVideos = (root: RootIds, from: number, to: number, isSettled = false) =>
  Effect.gen(function* () {
    const batch = 500
    const store = yield* EventStore
    for (let n = from; n < to; n += batch) {
      const count = Math.min(batch, to - n)
      const histories = Array.from({ length: count }, (_, index) => historyOf(root, n + index, isSettled))
      const ids = histories.map(() => uuidv7())
      const found = histories.map(([registered], index): StreamAppend => ({
        streamId: ids[index] as string,
        expectedVersion: 0,
        events: [registered]
      }))
      const probed = histories.flatMap(([, event], index): ReadonlyArray<StreamAppend> =>
        event === undefined ? [] : [{ streamId: ids[index] as string, expectedVersion: 1, events: [event] }]
      )
      yield* store.append(found, { cause: "bench" })
      yield* store.append(probed, { cause: "bench" })
    }
  })
