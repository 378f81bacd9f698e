import { follow } from "@/lib/followed"
import type { ChosenTracks, StreamWish, SubtitleWish } from "../versions/carried"

/** Maximum number of series whose tracks are remembered. The least recently changed series is dropped. */
export const MOST_SERIES = 50
/** Longer titles are cut, because the preferences of an account have a limited size. */
const LONGEST_TITLE = 80

const isText = (value: unknown): value is string => typeof value === "string"
const textOf = (value: unknown): string | null => (isText(value) ? value.slice(0, LONGEST_TITLE) : null)
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const streamOf = (value: unknown): StreamWish | undefined =>
  isRecord(value)
    ? {
        language: textOf(value["language"]),
        title: textOf(value["title"]),
        channels: typeof value["channels"] === "number" ? value["channels"] : null
      }
    : undefined

const subtitleOf = (value: unknown): SubtitleWish | null | undefined =>
  isRecord(value)
    ? {
        language: textOf(value["language"]),
        isForced: value["isForced"] === true,
        isHearingImpaired: value["isHearingImpaired"] === true
      }
    : value === null
      ? null
      : undefined

const tracksOf = (value: unknown): ChosenTracks | undefined =>
  isRecord(value)
    ? {
        audio: streamOf(value["audio"]),
        drawn: streamOf(value["drawn"]),
        subtitle: subtitleOf(value["subtitle"])
      }
    : undefined

type Remembered = ReadonlyMap<string, ChosenTracks>

/** Reads the remembered tracks, which another version may have written. Invalid entries are dropped. */
export const readTracks = (text: string | null): Remembered => {
  try {
    const kept: unknown = text === null ? [] : JSON.parse(text)
    const entries = (Array.isArray(kept) ? kept : []).flatMap((entry: unknown) => {
      const [id, value] = Array.isArray(entry) ? (entry as ReadonlyArray<unknown>) : []
      const tracks = tracksOf(value)
      return isText(id) && tracks !== undefined ? [[id, tracks] as const] : []
    })
    return new Map(entries.slice(-MOST_SERIES))
  } catch {
    return new Map()
  }
}

let memory: ReturnType<typeof follow> | undefined

/**
 * Remembers the audio and subtitle tracks that the user chose in an episode of a series. On all devices of the account,
 * the next episodes of the series start with these tracks. For videos outside of a series, `seriesId` is null, and the
 * tracks are not remembered. `carried` contains the tracks of another version of the same episode. These tracks take
 * precedence.
 */
export const useSeriesTracks = (seriesId: string | null, carried?: ChosenTracks) => {
  // The stored value is read whenever it is needed, so values from other devices need no handling.
  const kept = (memory ??= follow("series-tracks", () => {}))
  return {
    /** The tracks to start with. Undefined if the preferences decide. */
    wanted: carried ?? (seriesId === null ? undefined : readTracks(kept.read()).get(seriesId)),
    remember: (tracks: ChosenTracks): void => {
      if (seriesId === null) return
      const others = [...readTracks(kept.read())].filter(([id]) => id !== seriesId)
      const entries = [...others, [seriesId, tracksOf(tracks)] as const]
      kept.write(JSON.stringify(entries.slice(-MOST_SERIES)))
    }
  }
}
