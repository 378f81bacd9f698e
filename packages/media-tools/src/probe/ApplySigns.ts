import type { ProbeFacts, StreamFacts } from "../ProbeFacts.ts"
import { cleanText } from "./CleanText.ts"
import type { FileSigns, TrackSign } from "./TrackSigns.ts"

/**
 * Adds details about the tracks that ffprobe does not report, such as encryption. `readSigns` finds these details in
 * the file.
 */
export const applySigns = (facts: ProbeFacts, signs: FileSigns): ProbeFacts => {
  if (!signs.isScrambled && !signs.tracks.some((track) => track.isEncrypted) && !hasUnknown(facts))
    return facts
  const rest = { video: ofKind(signs, "video"), audio: ofKind(signs, "audio") }
  const streams = facts.streams.map((stream) => {
    if ((stream.kind !== "video" && stream.kind !== "audio") || stream.isAttachedPicture) return stream
    return withSign(stream, rest[stream.kind].shift(), signs.isScrambled)
  })
  return { ...facts, streams }
}

const hasUnknown = (facts: ProbeFacts): boolean => facts.streams.some((stream) => stream.codec === "unknown")

const ofKind = (signs: FileSigns, kind: TrackSign["kind"]) =>
  signs.tracks.filter((track) => track.kind === kind)

const withSign = (stream: StreamFacts, sign: TrackSign | undefined, isScrambled: boolean): StreamFacts => {
  const tag = cleanText(sign?.codecTag, 50)
  // In a scrambled file, a stream may be completely or partly unencrypted. This is the case if ffprobe was able to read
  // the frame size or sample rate of the stream.
  const isClosed = isScrambled && stream.width === undefined && stream.sampleRate === undefined
  return {
    ...stream,
    ...(stream.codec === "unknown" && stream.codecTag === undefined && tag !== "" ? { codecTag: tag } : {}),
    ...(sign?.isEncrypted === true || isClosed ? { isEncrypted: true } : {})
  }
}
