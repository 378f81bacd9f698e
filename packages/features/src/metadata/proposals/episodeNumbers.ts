import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta, Recorded } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { RetryableFailure } from "@media/jobs/Failures"
import { isDay } from "@media/kernel/Day"
import type { Scraped } from "@media/scrapers/mapped/Scraped"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { VideoNumbered, VideoRenumbered } from "../../media/series/events.ts"
import { plainVideo, type VideoFacts } from "../../media/series/facts.ts"
import {
  classifiedAfter,
  noNumbers,
  renumberedTo,
  type ReviewedNumbers,
  withNumbers
} from "../../media/series/reviewedNumbers.ts"
import type { IdentifyTarget } from "../../IdentifySource.ts"
import { numbersOf } from "./children.ts"
import type { Decision } from "./decision.ts"
import { byMode } from "./merge.ts"
import type { StoredProposal } from "./stored.ts"

/**
 * The fields of a proposal that change the position of an episode in its series. They are stored with the video's
 * classification, not with the item's other values.
 */
export const numberFields = ["season", "episode", "episodeEnd"] as const
export type NumberField = (typeof numberFields)[number]
export const isNumberField = (field: string): field is NumberField =>
  (numberFields as ReadonlyArray<string>).includes(field)

export interface Classified {
  /** The facts from the name or a user, with the reviewed numbers applied. */
  readonly facts: VideoFacts
  readonly isByHand: boolean
  readonly numbers: ReviewedNumbers
}

/** Returns the current classification of a video, from its events. */
export const classifiedBy = (history: ReadonlyArray<Recorded>): Classified => {
  const { facts, isByHand } = history.reduce((state, { event }) => classifiedAfter(state, event), {
    facts: plainVideo,
    isByHand: false
  })
  const numbered = history.findLast(({ event }) => event._tag === "video.numbered.v1")?.event
  const { airDate, episode, episodeEnd, season } =
    (numbered as typeof VideoNumbered.Type | undefined) ?? noNumbers
  const numbers = { season, episode, episodeEnd, airDate }
  return { facts: isByHand ? facts : withNumbers(facts, numbers), isByHand, numbers }
}

/**
 * Returns where the current value of a number comes from: a user, an accepted result (`scrape`) or the file name. Null
 * if there is no number.
 */
export const sourceOfNumber = (
  { facts, isByHand, numbers }: Classified,
  field: NumberField
): "user" | "scrape" | "name" | null => {
  if (facts[field] === null) return null
  return isByHand ? "user" : numbers[field] === null ? "name" : "scrape"
}

const Id = Schema.Struct({ id: Schema.String })

/** Returns the season and episode numbers in a result, or an empty object if the target is not an episode. */
export const numbersFor = ({ id, kind }: IdentifyTarget, scraped: Scraped) =>
  Effect.gen(function* () {
    if (kind !== "video") return {}
    const found = Object.entries(numbersOf(scraped)).filter(([, number]) => number !== null)
    if (found.length === 0) return {}
    const sql = yield* SqlClient.SqlClient
    const [episode] = yield* rowsOf(Id)(
      sql`select item_id as id from video_episodes where item_id = ${id}::uuid`
    )
    return episode === undefined ? {} : Object.fromEntries(found)
  })

const Place = Schema.Struct({ libraryId: Schema.String })

/**
 * True if the reviewer selected, edited or locked this field explicitly, instead of only accepting the whole result.
 */
const isSelected = ({ fields, lock, values }: Decision, field: string): boolean =>
  lock === true || values?.[field] !== undefined || fields?.includes(field) === true

/**
 * Returns the numbers after `wanted` was accepted. If the first episode number changes, the last episode number is
 * dropped, because the two numbers belong together.
 */
const afterAccepting = (before: ReviewedNumbers, wanted: Readonly<Record<string, number | string>>) =>
  ({
    ...before,
    ...(wanted["episode"] === undefined ? {} : { episodeEnd: null }),
    ...wanted
  }) as ReviewedNumbers

/**
 * Records the accepted numbers of an episode. A job then moves the episode to its season. Returns the fields that keep
 * the value of a manual classification, because the reviewer did not select these fields.
 */
export const applyNumbers = Effect.fn("proposals.applyNumbers")(function* (
  { found: { fields: proposed }, id: ref, targetId }: StoredProposal,
  decision: Decision,
  /** The accepted date of the item. */
  date: unknown,
  meta: EventMeta
) {
  const { fields, modes, values = {} } = decision
  const store = yield* EventStore
  const history = yield* store.read(targetId)
  const { facts, isByHand, numbers } = classifiedBy(history)
  if (facts.role !== "episode") return []
  const wanted: Record<string, number | string> = {}
  for (const field of numberFields) {
    const edited = values[field]
    if (edited === undefined && fields?.includes(field) === false) continue
    const value = edited ?? byMode(modes?.[field], facts[field], proposed[field])
    if (typeof value === "number" && value !== facts[field]) wanted[field] = value
  }
  if (typeof date === "string" && isDay(date) && date !== facts.airDate) wanted["airDate"] = date
  if (Object.keys(wanted).length === 0) return []
  const selected = Object.fromEntries(
    Object.entries(wanted).filter(([field]) => isSelected(decision, field === "airDate" ? "date" : field))
  )
  const kept = isByHand
    ? Object.keys(wanted).filter((field) => isNumberField(field) && selected[field] === undefined)
    : []
  if (isByHand && Object.keys(selected).length === 0) return kept
  const sql = yield* SqlClient.SqlClient
  const [place] = yield* rowsOf(Place)(
    sql`select library_id as "libraryId" from items where id = ${targetId}::uuid`
  )
  if (place === undefined) return []
  const { airDate, episode, episodeEnd, season } = facts
  const event: typeof VideoNumbered.Type | typeof VideoRenumbered.Type = isByHand
    ? renumberedTo(facts, afterAccepting({ airDate, episode, episodeEnd, season }, selected), {
        ...place,
        ref
      })
    : { _tag: "video.numbered.v1", ...place, ...afterAccepting(numbers, wanted) }
  yield* store
    .append([{ streamId: targetId, expectedVersion: history.at(-1)?.version ?? 0, events: [event] }], meta)
    .pipe(
      Effect.catchTag(
        "VersionConflict",
        () => new RetryableFailure({ message: "Someone else changed the episode at the same time." })
      )
    )
  return kept
})
