import { lasting } from "@/lib/storage"
import type { Listed } from "./listed"
import { MOST_ENTRIES, type Entry, type Queue, type Repeat } from "./queue"
import { storedQueueKey } from "./shown"

/** The stored queue of an account, with the position in the current track. */
export interface StoredQueue {
  readonly queue: Queue<Listed>
  readonly time: number
}

type Row = readonly [
  key: number,
  rank: number,
  id: string,
  title: string,
  artist: string | null,
  album: string | null,
  duration: number | null
]

export const storedText = ({ queue, time }: StoredQueue): string =>
  JSON.stringify({
    version: 1,
    ...{ at: queue.at, isShuffled: queue.isShuffled, repeat: queue.repeat, time: Math.round(time) },
    entries: queue.entries.map(({ key, rank, track }): Row => [
      key,
      rank,
      track.id,
      track.title,
      track.artist,
      track.album,
      track.duration
    ])
  })

const isText = (value: unknown): value is string => typeof value === "string"
const textOr = (value: unknown): string | null => (isText(value) ? value : null)
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0

const entryOf = (row: unknown): Entry<Listed> | undefined => {
  if (!Array.isArray(row)) return undefined
  const [key, rank, id, title, artist, album, duration] = row as ReadonlyArray<unknown>
  if (!isCount(key) || !isCount(rank) || !isText(id) || !isText(title)) return undefined
  const seconds = typeof duration === "number" ? duration : null
  return {
    key,
    rank,
    track: { id, title, artist: textOr(artist), album: textOr(album), duration: seconds }
  }
}

/** Parses a stored queue. Returns undefined if another version or program wrote the data. */
export const storedOf = (text: string): StoredQueue | undefined => {
  try {
    const kept = JSON.parse(text) as Record<string, unknown> | null
    if (kept?.["version"] !== 1 || !Array.isArray(kept["entries"])) return undefined
    const entries = kept["entries"].slice(0, MOST_ENTRIES).map(entryOf)
    const whole = entries.filter((entry) => entry !== undefined)
    const { at, isShuffled, repeat, time } = kept
    if (whole.length === 0 || whole.length < entries.length || !isCount(at) || at >= whole.length)
      return undefined
    const mode: Repeat = repeat === "all" || repeat === "one" ? repeat : "off"
    return {
      queue: { entries: whole, at, isShuffled: isShuffled === true, repeat: mode },
      time: typeof time === "number" && time > 0 ? time : 0
    }
  } catch {
    return undefined
  }
}

export const readStored = (account: string): StoredQueue | undefined => {
  const text = lasting.read(storedQueueKey(account))
  return text === null ? undefined : storedOf(text)
}
export const writeStored = (account: string, stored: StoredQueue | undefined): void =>
  stored === undefined
    ? lasting.drop(storedQueueKey(account))
    : lasting.write(storedQueueKey(account), storedText(stored))
