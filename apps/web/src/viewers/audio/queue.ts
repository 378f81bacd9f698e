/**
 * The queue of the audio bar, in playback order. The queue is plain data and does not depend on elements, clocks or
 * requests.
 */
export interface Queue<Track> {
  readonly entries: ReadonlyArray<Entry<Track>>
  /** The index of the current track in `entries`. */
  readonly at: number
  readonly isShuffled: boolean
  readonly repeat: Repeat
}

/** An entry of the queue. A track may have several entries. */
export interface Entry<Track> {
  /** Identifies the entry for the lifetime of the queue. */
  readonly key: number
  /** The index of the entry in the unshuffled order. */
  readonly rank: number
  readonly track: Track
}
export type Repeat = "off" | "all" | "one"
export const repeatAfter: Readonly<Record<Repeat, Repeat>> = { off: "all", all: "one", one: "off" }

/** Returns a random integer from 0 up to, but not including, `below`. */
export type PickNumber = (below: number) => number

type Modes = Pick<Queue<unknown>, "isShuffled" | "repeat">

/**
 * Maximum number of entries. Longer queues are not practical. At 250 bytes per entry, a full queue fits into browser
 * storage.
 */
export const MOST_ENTRIES = 1_000

const ranked = <Track>(entries: ReadonlyArray<Entry<Track>>): ReadonlyArray<Entry<Track>> =>
  entries.map((entry, rank) => ({ ...entry, rank }))

/**
 * Returns a queue that plays `tracks`, starting at index `at`. If the list has more than `MOST_ENTRIES` tracks, the
 * queue contains `MOST_ENTRIES` tracks from this index on. If fewer tracks remain after the index, the queue contains
 * the last `MOST_ENTRIES` tracks of the list.
 */
export const queueOf = <Track>(
  tracks: ReadonlyArray<Track>,
  at: number,
  modes: Modes = { isShuffled: false, repeat: "off" },
  pick?: PickNumber
): Queue<Track> => {
  const first = Math.max(0, Math.min(at, tracks.length - 1))
  const from = Math.max(0, Math.min(first, tracks.length - MOST_ENTRIES))
  const plain: Queue<Track> = {
    entries: tracks
      .slice(from, from + MOST_ENTRIES)
      .map((track, index) => ({ key: index, rank: index, track })),
    at: first - from,
    isShuffled: false,
    repeat: modes.repeat
  }
  return modes.isShuffled && pick ? shuffled(plain, pick) : plain
}

export const current = <Track>({ at, entries }: Queue<Track>): Entry<Track> | undefined => entries[at]

export const movedTo = <Track>(queue: Queue<Track>, at: number): Queue<Track> => ({ ...queue, at })

const mixed = <Item>(items: ReadonlyArray<Item>, pick: PickNumber): Array<Item> => {
  const rest = [...items]
  for (let last = rest.length - 1; last > 0; last -= 1) {
    const other = pick(last + 1)
    ;[rest[last], rest[other]] = [rest[other]!, rest[last]!]
  }
  return rest
}

/**
 * Shuffles the queue (Fisher-Yates). The current track keeps playing and becomes the first entry, followed by all
 * other entries in random order.
 */
export const shuffled = <Track>(queue: Queue<Track>, pick: PickNumber): Queue<Track> => {
  const playing = current(queue)
  const rest = mixed(
    queue.entries.filter((entry) => entry !== playing),
    pick
  )
  return { ...queue, entries: playing ? [playing, ...rest] : rest, at: 0, isShuffled: true }
}

/** Restores the unshuffled order. Playback continues. */
export const unshuffled = <Track>(queue: Queue<Track>): Queue<Track> => {
  const playing = current(queue)
  const entries = queue.entries.toSorted((a, b) => a.rank - b.rank)
  return { ...queue, entries, at: playing ? entries.indexOf(playing) : 0, isShuffled: false }
}

/**
 * Returns the queue positioned at the next track, or undefined at the end. `hasEnded` is false if the user skipped the
 * track, in which case "Repeat one" has no effect. A shuffled queue is reshuffled when it starts over, so that no track
 * plays twice in a row.
 */
export const advanced = <Track>(
  queue: Queue<Track>,
  hasEnded: boolean,
  pick: PickNumber
): Queue<Track> | undefined => {
  const { at, entries, isShuffled, repeat } = queue
  if (entries.length === 0) return undefined
  if (hasEnded && repeat === "one") return queue
  if (at + 1 < entries.length) return movedTo(queue, at + 1)
  if (repeat === "off") return undefined
  if (!isShuffled || entries.length < 3) return movedTo(queue, 0)
  const again = mixed(entries, pick)
  if (again[0] === entries[at]) again.push(again.shift()!)
  return { ...queue, entries: again, at: 0 }
}

/**
 * Returns the queue positioned at the previous track. At the start, returns the last track if the queue repeats,
 * otherwise undefined.
 */
export const goneBack = <Track>(queue: Queue<Track>): Queue<Track> | undefined => {
  if (queue.at > 0) return movedTo(queue, queue.at - 1)
  return queue.repeat === "off" || queue.entries.length === 0
    ? undefined
    : movedTo(queue, queue.entries.length - 1)
}

const inserted = <Track>(queue: Queue<Track>, tracks: ReadonlyArray<Track>, index: number): Queue<Track> => {
  const key = Math.max(-1, ...queue.entries.map((entry) => entry.key)) + 1
  const room = Math.max(0, MOST_ENTRIES - queue.entries.length)
  // In the unshuffled order, the new tracks follow the same track as in the current order.
  const before = queue.entries[index - 1]?.rank ?? -1
  const added = tracks.slice(0, room).map((track, n) => ({ key: key + n, rank: before + 0.5, track }))
  const entries = [...queue.entries.slice(0, index), ...added, ...queue.entries.slice(index)]
  const ranks = new Map(entries.toSorted((a, b) => a.rank - b.rank).map((entry, rank) => [entry.key, rank]))
  return { ...queue, entries: entries.map((entry) => ({ ...entry, rank: ranks.get(entry.key)! })) }
}

/** Adds tracks after the current track. Tracks that do not fit are dropped. */
export const withNext = <Track>(queue: Queue<Track>, tracks: ReadonlyArray<Track>): Queue<Track> =>
  inserted(queue, tracks, Math.min(queue.at + 1, queue.entries.length))

/** Adds tracks at the end. Tracks that do not fit are dropped. */
export const withLast = <Track>(queue: Queue<Track>, tracks: ReadonlyArray<Track>): Queue<Track> =>
  inserted(queue, tracks, queue.entries.length)

/** Removes the track at `index`. If this track is the current track, the next track becomes the current track. */
export const without = <Track>(queue: Queue<Track>, index: number): Queue<Track> => {
  const entries = queue.entries.filter((_entry, at) => at !== index)
  if (entries.length === queue.entries.length) return queue
  const at = index < queue.at ? queue.at - 1 : queue.at
  return { ...queue, entries, at: Math.max(0, Math.min(at, entries.length - 1)) }
}

/** Moves a track. Playback continues. */
export const reordered = <Track>(queue: Queue<Track>, from: number, to: number): Queue<Track> => {
  const playing = current(queue)
  const entries = [...queue.entries]
  const [entry] = entries.splice(from, 1)
  if (entry === undefined) return queue
  entries.splice(Math.max(0, Math.min(to, entries.length)), 0, entry)
  return {
    ...queue,
    entries: queue.isShuffled ? entries : ranked(entries),
    at: Math.max(
      0,
      entries.findIndex(({ key }) => key === playing?.key)
    )
  }
}

/** Removes all tracks except the current track. */
export const cleared = <Track>(queue: Queue<Track>): Queue<Track> => {
  const playing = current(queue)
  return { ...queue, entries: playing ? ranked([playing]) : [], at: 0 }
}
