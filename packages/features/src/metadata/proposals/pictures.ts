import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { rowsOf } from "@media/pg/Rows"
import type { PictureRole, PictureSet } from "@media/pictures/PictureSet"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { executeOnEntity } from "../../catalog/related/commands.ts"
import { pictureField } from "../../catalog/related/picture.ts"
import { type EntityKind, isEntityKind } from "../../EntityKind.ts"
import type { FoundImage } from "../../IdentifySource.ts"
import type { ItemKind } from "../../ItemKind.ts"
import { recordOfPicture } from "../../playback/pictures/keep.ts"
import { roleKinds } from "../../playback/pictures/kinds.ts"
import { inHand } from "../../playback/pictures/make.ts"
import { onDisk } from "../../playback/pictures/onDisk.ts"
import { describedPicture, setRolePicture } from "../../playback/pictures/roles/record.ts"
import { pictureSubject } from "../../playback/pictures/subject.ts"
import type { Decision } from "./decision.ts"
import { presentEntity } from "./present.ts"
import type { StoredProposal } from "./stored.ts"

/** The slot of a picture. Entities and most kinds of items only have a poster. */
export type PictureSlot = "poster" | PictureRole

export interface WantedPicture {
  /** The index among the pictures of the proposal. */
  readonly index: number
  readonly url: string
  readonly role: PictureSlot
}

export interface NewPicture {
  readonly role: PictureSlot
  readonly set: PictureSet
}

const slotOf = (kind: FoundImage["kind"]): PictureSlot => (kind === "thumb" ? "poster" : kind)

const Role = Schema.Struct({ role: Schema.String })

/**
 * Returns the slots that are still empty: no picture was set by a user, found next to the media file or accepted from
 * another result.
 */
const freeSlots = (id: string, kind: ItemKind | EntityKind) =>
  Effect.gen(function* () {
    const free: Array<PictureSlot> = []
    if (isEntityKind(kind))
      return (yield* presentEntity(id)).fields[pictureField] === undefined ? ["poster" as const] : free
    const subject = yield* pictureSubject(id)
    if (Option.isSome(subject) && subject.value.choice === null && subject.value.artwork === null)
      free.push("poster")
    if (!roleKinds.includes(kind)) return free
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Role)(sql`select role from item_role_pictures where item_id = ${id}::uuid`)
    const taken = new Set(rows.map(({ role }) => role))
    return [...free, ...(["backdrop", "logo"] as const).filter((role) => !taken.has(role))]
  })

/**
 * Returns the pictures to download, at most one per slot: the selected pictures, or else the first picture for each
 * free slot.
 */
export const wantedPictures = (
  { found, targetId, targetKind }: StoredProposal,
  { fields, images }: Decision
) =>
  Effect.gen(function* () {
    const all = found.images.map(({ kind, url }, index): WantedPicture => ({
      index,
      url,
      role: slotOf(kind)
    }))
    const hasRoles = !isEntityKind(targetKind) && roleKinds.includes(targetKind)
    const onePerSlot = (wanted: ReadonlyArray<WantedPicture>) => [
      ...new Map(wanted.toReversed().map((picture) => [picture.role, picture])).values()
    ]
    if (images !== undefined)
      return onePerSlot(
        images.flatMap(({ as, index }): ReadonlyArray<WantedPicture> => {
          const picture = all[index]
          const role = hasRoles ? slotOf(as) : "poster"
          return picture === undefined ? [] : [{ ...picture, role }]
        })
      )
    // If the reviewer selected individual fields but no pictures, download none.
    if (all.length === 0 || fields !== undefined) return []
    const free = yield* freeSlots(targetId, targetKind)
    const fit = hasRoles ? all : all.map((picture) => ({ ...picture, role: "poster" as const }))
    return onePerSlot(fit).filter(({ role }) => free.includes(role))
  })

/**
 * Stores the bytes of a picture before recording the picture, because a recorded picture can be requested immediately.
 */
export const keepPicture = Effect.fn("proposals.keepPicture")(function* (
  { targetId, targetKind }: StoredProposal,
  { role, set }: NewPicture,
  meta: EventMeta
) {
  const store = yield* PictureStore
  if (role !== "poster") {
    yield* onDisk(store.keepOwn(targetId, set, role))
    yield* onDisk(store.write(targetId, set, role))
    yield* setRolePicture(targetId, role, "scrape", describedPicture(set), meta)
    return
  }
  const digest = yield* onDisk(store.keepOwn(targetId, set))
  yield* onDisk(store.write(targetId, set))
  if (isEntityKind(targetKind)) {
    const { height, thumbHash, version, width } = set
    const picture = { owner: targetId, version, width, height, thumbHash }
    yield* executeOnEntity(targetId, { _tag: "Edit", changes: { [pictureField]: picture } }, meta)
    return
  }
  const subject = yield* pictureSubject(targetId)
  if (Option.isNone(subject)) return
  const { made } = inHand(set, subject.value.source)
  yield* recordOfPicture(targetId, { _tag: "Choose", choice: { from: "upload", digest }, made }, meta)
})
