import { fingerprintOf, phashOf } from "@media/features/library/fingerprints/queue"
import { waveformOfTrack } from "@media/features/media/audio/queue"
import { pictureOf } from "@media/features/playback/pictures/queue"
import { previewOf, previewOncePlayed, previewsOf } from "@media/features/playback/previews/queue"
import { workOrder } from "@media/jobs/WorkOrder"
import { describe, expect, it } from "vitest"

const id = "018f0000-0000-7000-8000-000000000001"
const subject = <Kind extends string>(kind: Kind) => ({ id, kind, label: "a", triggeredBy: "scan" })
const prioritiesOf = (jobs: ReadonlyArray<{ readonly priority?: number | undefined }>) =>
  jobs.map(({ priority }) => priority)

describe("the order of jobs across all queues", () => {
  /** Groups of jobs of the same urgency, the most urgent group first. */
  const groups = [
    ["image", "book", "album", "track"].map((kind) => pictureOf(subject(kind))),
    [pictureOf(subject("video"))],
    [previewOf(id, "a", "play", false), previewOncePlayed(id, "a", "play")],
    [waveformOfTrack(subject("track"))],
    [
      ...(["video", "image", "track"] as const).map((kind) => fingerprintOf(subject(kind))),
      phashOf(subject("image"))
    ],
    [previewsOf(id, "a", "scan")]
  ].map(prioritiesOf)

  it("generates covers before posters, and both before background work", () => {
    for (const group of groups) expect(new Set(group).size, String(group)).toBe(1)
    const order = groups.map(([priority]) => priority)
    const { covers, fingerprints, posters, previews, streaming, waveforms } = workOrder
    expect(order).toEqual([covers, posters, streaming, waveforms, fingerprints, previews])
    expect(Object.values(workOrder)).toEqual(Object.values(workOrder).sort((a, b) => a - b))
    expect(new Set(Object.values(workOrder)).size).toBe(Object.values(workOrder).length)
  })

  it("starts jobs that a user is waiting for before all other jobs", () => {
    const asked = [
      ...["image", "book", "album", "video"].map((kind) => pictureOf(subject(kind), true)),
      waveformOfTrack(subject("track"), true),
      previewOf(id, "a", "play", true)
    ]
    expect(new Set(prioritiesOf(asked))).toEqual(new Set([workOrder.requested]))
    expect(Math.min(...groups.flat().map(Number))).toBeGreaterThan(workOrder.requested)
  })
})
