import * as SqlClient from "@effect/sql/SqlClient"
import type { partsDone } from "@media/jobs/GroupProgress"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { writeChanges } from "../../catalog/groups/write.ts"
import type { AttachmentEvent } from "../../catalog/items/attachmentEvents.ts"
import { TRASH_LIBRARY } from "../../catalog/items/ids.ts"
import { adoptUserState } from "./adopt.ts"
import { adoptDescription } from "./adoptDescription.ts"
import type { Attaching } from "./classify.ts"
import type { VideoFacts } from "./facts.ts"
import type { KnownVideo } from "./known.ts"

type Report = ReturnType<typeof partsDone>
type FactsOf = (video: KnownVideo) => VideoFacts
const cause = "series-scan"

interface Change {
  readonly id: string
  readonly events: ReadonlyArray<AttachmentEvent>
}

interface Wanted {
  readonly to: string
  readonly as: Attaching["as"]
  readonly label: string | null
  readonly number: number | null
  readonly extraType: string | null
}

const wantedBy = (attaching: Attaching, to: string): Wanted => ({
  to,
  as: attaching.as,
  label: attaching.as === "version" ? attaching.label : null,
  number: attaching.as === "part" ? attaching.number : null,
  extraType: attaching.as === "extra" ? attaching.extraType : null
})

const isAttachedSo = (video: KnownVideo, { as, extraType, label, number, to }: Wanted): boolean =>
  video.attachedTo === to &&
  video.attachedAs === as &&
  video.label === label &&
  video.number === number &&
  video.extraType === extraType

const attach = (video: KnownVideo, wanted: Wanted): ReadonlyArray<Change> =>
  video.isAttachedByHand || isAttachedSo(video, wanted)
    ? []
    : [{ id: video.id, events: [{ _tag: "item.attached.v1", ...wanted }] }]

/**
 * Attaches versions, parts and extras to the primary video of their work. Detaches videos that no longer belong to the
 * work. If a video becomes a version, the video's user state and edits are copied to the work. If the primary file was
 * deleted, the user state and edits of the deleted file are copied to the file that replaces it. Returns the ids of all
 * attached videos.
 */
export const recordAttachments = Effect.fn("series.recordAttachments")(function* (
  videos: ReadonlyArray<KnownVideo>,
  found: ReadonlyMap<string, Attaching>,
  factsOf: FactsOf,
  report: Report
) {
  const byHand = new Map(
    videos.flatMap((video) => (video.isAttachedByHand ? [[video.id, video] as const] : []))
  )
  const attached = new Set([
    ...[...found.keys()].filter((id) => !byHand.has(id)),
    ...[...byHand.values()].flatMap(({ attachedTo, id }) => (attachedTo === null ? [] : [id]))
  ])
  const handedOver: Array<{ readonly from: string; readonly to: string }> = []
  const promoted: Array<{ readonly from: string; readonly to: string }> = []
  const changes = videos.flatMap((video): ReadonlyArray<Change> => {
    const attaching = found.get(video.id)
    if (attaching === undefined) {
      if (video.attachedTo === null || video.isAttachedByHand) return []
      if (video.attachedAs !== "extra") promoted.push({ from: video.attachedTo, to: video.id })
      return [{ id: video.id, events: [{ _tag: "item.detached.v1", role: factsOf(video).role }] }]
    }
    // `attachExtrasOfSeries` attaches extras of a series later, because the series may not exist yet.
    if (!("toId" in attaching)) return []
    const own = attach(video, wantedBy(attaching, attaching.toId))
    if (attaching.as === "version" && video.attachedTo === null && own.length > 0)
      handedOver.push({ from: video.id, to: attaching.toId })
    return own
  })
  yield* writeChanges(changes, cause, report)
  // If the primary file was deleted, another file has replaced it. Copy the user state and edits to the new file, even
  // though the deleted file keeps its own in the trash.
  const deleted = yield* inTrash(promoted.map(({ from }) => from))
  for (const { from, to } of [...handedOver, ...promoted.filter((one) => deleted.has(one.from))]) {
    yield* adoptUserState(from, to)
    yield* adoptDescription(from, to)
  }
  return attached as ReadonlySet<string>
})

/** Returns the ids of the items that are in the trash. */
const inTrash = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    if (ids.length === 0) return new Set<string>()
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Schema.Struct({ id: Schema.String }))(sql`
      select v.id from items v where v.id = any(${ids as Array<string>}::uuid[]) and v.library_id = ${TRASH_LIBRARY}`)
    return new Set(rows.map(({ id }) => id))
  })

const Row = Schema.Struct({ id: Schema.String, seasonId: Schema.String, seriesId: Schema.String })

/** Attaches extras to the series whose folder contains the extras, or to one of its seasons. */
export const attachExtrasOfSeries = Effect.fn("series.attachExtras")(function* (
  videos: ReadonlyArray<KnownVideo>,
  found: ReadonlyMap<string, Attaching>,
  factsOf: FactsOf,
  report: Report
) {
  const extras = videos.flatMap((video) => {
    const attaching = found.get(video.id)
    return attaching !== undefined && "toSeries" in attaching ? [{ video, attaching }] : []
  })
  if (extras.length === 0) return
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select c.id, s.id as "seasonId", s.parent_id as "seriesId" from items c join items s on s.id = c.parent_id
    where c.id = any(${videos.map(({ id }) => id)}::uuid[]) and s.kind = 'season' and s.parent_id is not null`)
  const parents = new Map(rows.map((row) => [row.id, row]))
  const episodes = videos.flatMap((video) => {
    const parent = parents.get(video.id)
    return parent === undefined ? [] : [{ facts: factsOf(video), parent }]
  })
  const changes = extras.flatMap(({ attaching, video }) => {
    const { season, title, year } = attaching.toSeries
    const own = episodes.filter(({ facts }) => facts.series?.title === title && facts.series.year === year)
    const ofSeason = season === null ? undefined : own.find(({ facts }) => facts.season === season)
    const to = ofSeason?.parent.seasonId ?? own[0]?.parent.seriesId
    return to === undefined ? [] : attach(video, wantedBy(attaching, to))
  })
  yield* writeChanges(changes, cause, report)
})
