import type { ProbeFacts, StreamFacts } from "../ProbeFacts.ts"

/**
 * Returns the facts of an H.264 video in 1080p at 25 frames per second with AAC, with the given changes. For unit
 * tests.
 */
export const videoFacts = (changes: Partial<StreamFacts> = {}): StreamFacts => ({
  index: 0,
  kind: "video",
  codec: "h264",
  profile: "High",
  level: 40,
  pixelFormat: "yuv420p",
  width: 1920,
  height: 1080,
  rotation: 0,
  hasDisplayMatrix: false,
  isReflected: false,
  frameRate: { num: 25, den: 1 },
  averageFrameRate: { num: 25, den: 1 },
  bitRate: 8_000_000,
  fieldOrder: "progressive",
  isDefault: true,
  isForced: false,
  isAttachedPicture: false,
  startSeconds: 0,
  durationSeconds: 60,
  ...changes
})

export const audioFacts = (changes: Partial<StreamFacts> = {}): StreamFacts => ({
  index: 1,
  kind: "audio",
  codec: "aac",
  profile: "LC",
  channels: 2,
  sampleRate: 48_000,
  bitRate: 128_000,
  rotation: 0,
  hasDisplayMatrix: false,
  isReflected: false,
  isDefault: true,
  isForced: false,
  isAttachedPicture: false,
  startSeconds: 0,
  durationSeconds: 60,
  ...changes
})

export const probeFacts = (
  changes: Partial<ProbeFacts> = {},
  streams: ReadonlyArray<StreamFacts> = [videoFacts(), audioFacts()]
): ProbeFacts => ({
  container: "mp4",
  formatNames: ["mov", "mp4"],
  durationSeconds: 60,
  startSeconds: 0,
  bitRate: 8_128_000,
  sizeBytes: 61_000_000,
  streams,
  chapters: [],
  tags: {},
  ...changes
})
