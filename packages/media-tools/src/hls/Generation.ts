import { isSameSource, type SourceStamp } from "@media/assets/AssetFolder"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { mainAudio, mainVideo, type ProbeFacts } from "../ProbeFacts.ts"
import type { HlsDescription, HlsSource } from "./HlsEngine.ts"
import type { Rendition } from "./Ladder.ts"
import { segmentCount, type SegmentTable } from "./SegmentTable.ts"

/**
 * Version of the conversion. Increase it whenever the ffmpeg arguments change in such a way that new segments would not
 * fit together with old ones.
 */
export const PIPELINE_VERSION = 5

/** `metadata.json`, the sidecar: written only after every segment of every rendition was verified. */
export const Sidecar = Schema.Struct({
  generation: Schema.String,
  sizeBytes: Schema.Number,
  mtimeMs: Schema.Number,
  durationSeconds: Schema.Number,
  createdAt: Schema.String,
  bytes: Schema.Number,
  renditions: Schema.Array(
    Schema.Struct({
      height: Schema.Number,
      width: Schema.Number,
      mode: Schema.Literal("copy", "encode"),
      maxRate: Schema.Number,
      segments: Schema.Number
    })
  )
})
export type Sidecar = typeof Sidecar.Type

/** Returns the renditions in the form that the sidecar stores. */
export const sidecarRenditions = ({ renditions, table }: HlsDescription): Sidecar["renditions"] =>
  renditions.map(({ height, maxRate, mode, width }) => ({
    height,
    width,
    mode,
    maxRate,
    segments: segmentCount(table)
  }))

/**
 * True if the sidecar was written for a source of the same size and modification time, and for the same list of
 * renditions.
 */
export const isSidecarOf = (sidecar: Sidecar, source: SourceStamp, description: HlsDescription): boolean =>
  sidecar.generation === description.generation &&
  isSameSource(sidecar, source) &&
  isDeepStrictEqual(sidecar.renditions, sidecarRenditions(description))

/**
 * Returns a key for a source and its settings. For the same source and settings, the key is equal in every process. If
 * segments would not fit together, their keys are different.
 */
export const generationKey = (
  stamp: SourceStamp & Pick<HlsSource, "tracks">,
  facts: ProbeFacts,
  table: SegmentTable,
  renditions: ReadonlyArray<Rendition>
): string => {
  const subtitle = stamp.tracks?.subtitle
  const parts = {
    pipelineVersion: PIPELINE_VERSION,
    sizeBytes: stamp.sizeBytes,
    mtimeMs: Math.floor(stamp.mtimeMs),
    // Tracks are part of the key only if the viewer chose them, so that the default tracks keep the keys that they had
    // before tracks could be chosen.
    streams: [
      mainVideo(facts)?.index,
      mainAudio(facts)?.index,
      ...(subtitle === undefined ? [] : [subtitle])
    ],
    fps: [table.fps.num, table.fps.den],
    boundaries: table.boundaries,
    renditions: renditions.map((r) => [
      r.height,
      r.width,
      r.frameHeight,
      r.mode,
      r.audio,
      r.preset,
      r.maxRate
    ])
  }
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)
}
