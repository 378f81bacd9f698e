import type { ChapterFacts, ProbeFacts, StreamFacts } from "../ProbeFacts.ts"
import { cleanText } from "./CleanText.ts"
import { believedLengths } from "./Believable.ts"
import { MAX_SECONDS } from "./Bounds.ts"
import { bitRate, parseStream, startTime } from "./ParseStream.ts"
import { asArray, asNumber, asPositive, asRecord, type JsonRecord } from "./RawJson.ts"

const MAX_STREAMS = 128
const MAX_CHAPTERS = 2_000
const MAX_TAGS = 200

/**
 * Converts ffprobe's JSON (`-show_format -show_streams -show_chapters`) to `ProbeFacts`. Never throws, regardless of
 * the content.
 */
export const parseProbe = (json: unknown, sizeBytes: number): ProbeFacts => {
  const root = asRecord(json)
  const format = asRecord(root["format"])
  const streams = asArray(root["streams"])
    .slice(0, MAX_STREAMS)
    .map((stream, i) => parseStream(asRecord(stream), i))
  const formatNames = cleanText(format["format_name"], 200).split(",").filter(Boolean)
  return believedLengths(asPositive(format["duration"]), {
    container: containerOf(formatNames, asRecord(format["tags"]), streams),
    formatNames,
    durationSeconds: 0,
    startSeconds: startTime(format["start_time"]) ?? 0,
    bitRate: bitRate(format["bit_rate"]) ?? 0,
    sizeBytes,
    streams,
    chapters: parseChapters(root["chapters"]),
    tags: cleanTags({ ...streamTags(root["streams"], streams), ...asRecord(format["tags"]) })
  })
}

const SHORT_NAMES: Readonly<Record<string, string>> = { mpegts: "ts", matroska: "mkv", asf: "wmv" }
const WEBM_CODECS = new Set(["vp8", "vp9", "av1", "opus", "vorbis", "webvtt"])

const containerOf = (
  formatNames: ReadonlyArray<string>,
  tags: JsonRecord,
  streams: ReadonlyArray<StreamFacts>
): string => {
  const first = formatNames[0] ?? "unknown"
  if (first === "mov") return cleanText(tags["major_brand"], 4).trim() === "qt" ? "mov" : "mp4"
  // ffmpeg has one demuxer for Matroska and WebM. A file counts as WebM if WebM allows all of its codecs.
  if (first === "matroska") return streams.every((stream) => WEBM_CODECS.has(stream.codec)) ? "webm" : "mkv"
  return SHORT_NAMES[first] ?? first
}

const parseChapters = (value: unknown): ReadonlyArray<ChapterFacts> =>
  asArray(value)
    .slice(0, MAX_CHAPTERS)
    .map((item, i) => {
      const chapter = asRecord(item)
      const start = chapterTime(chapter["start_time"]) ?? 0
      const title = cleanText(asRecord(chapter["tags"])["title"], 300)
      return {
        start,
        end: Math.max(start, chapterTime(chapter["end_time"]) ?? start),
        title: title === "" ? `Chapter ${i + 1}` : title
      }
    })
    .sort((a, b) => a.start - b.start)

const chapterTime = (value: unknown): number | undefined => {
  const seconds = asNumber(value)
  return seconds === undefined ? undefined : Math.min(Math.max(seconds, -MAX_SECONDS), MAX_SECONDS)
}

/**
 * Returns the tags of the audio stream, because Ogg stores the tags of the file in its audio stream. In a video file,
 * the tags of a stream describe only that stream, so they are ignored.
 */
const streamTags = (value: unknown, streams: ReadonlyArray<StreamFacts>): JsonRecord => {
  if (streams.some(({ isAttachedPicture, kind }) => kind === "video" && !isAttachedPicture)) return {}
  const at = streams.findIndex(({ kind }) => kind === "audio")
  return asRecord(asRecord(asArray(value)[at])["tags"])
}

/** Converts tag names to lower case, makes names and values safe to store, and limits their number and length. */
export const cleanTags = (tags: JsonRecord): Record<string, string> => {
  const entries = Object.entries(tags)
    .slice(0, MAX_TAGS)
    .map(([key, value]) => [cleanText(key, 100).toLowerCase(), cleanText(value, 4_000)] as const)
    .filter(([key, value]) => key !== "" && key !== "__proto__" && value !== "")
  return Object.fromEntries(entries)
}
