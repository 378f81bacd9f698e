import type { ProbeFacts, StreamFacts } from "../ProbeFacts.ts"
import { believedLengths } from "../probe/Believable.ts"
import { MAX_BIT_RATE, MAX_CHANNELS, MAX_SAMPLE_RATE } from "../probe/Bounds.ts"
import { needsMeasuring } from "../probe/MeasureLength.ts"
import { cleanTags } from "../probe/ParseProbe.ts"
import { asCount, asUpTo } from "../probe/RawJson.ts"
import type { SoundFacts } from "./TagTalk.ts"

const upright = { rotation: 0, hasDisplayMatrix: false, isReflected: false } as const

const picture: StreamFacts = {
  ...upright,
  index: 1,
  kind: "video",
  codec: "unknown",
  isDefault: false,
  isForced: false,
  isAttachedPicture: true
}

/**
 * Converts the tag reader's response to the form of ffprobe's output: the audio is the first stream, and the picture,
 * if any, is the second. Returns undefined if a number is out of bounds or the duration is implausible. The bounds are
 * the same as for ffprobe.
 */
export const factsOfSound = (sound: SoundFacts, sizeBytes: number): ProbeFacts | undefined => {
  const sampleRate = asCount(sound.sampleRate, MAX_SAMPLE_RATE)
  const channels = asCount(sound.channels, MAX_CHANNELS)
  if (sampleRate === undefined || channels === undefined) return undefined
  const bitRate = asUpTo(Math.round(sound.bitRate ?? 0), MAX_BIT_RATE)
  const audio: StreamFacts = {
    ...upright,
    index: 0,
    kind: "audio",
    codec: sound.codec,
    ...(bitRate === undefined ? {} : { bitRate }),
    channels,
    sampleRate,
    isDefault: true,
    isForced: false,
    isAttachedPicture: false
  }
  const facts = believedLengths(sound.duration, {
    container: sound.container,
    formatNames: [sound.container],
    durationSeconds: 0,
    startSeconds: 0,
    bitRate: Math.round((sizeBytes * 8) / sound.duration),
    sizeBytes,
    streams: sound.hasPicture ? [audio, picture] : [audio],
    chapters: [],
    tags: cleanTags(sound.tags)
  })
  return needsMeasuring(facts, false) ? undefined : facts
}
