import {
  Check,
  Circle,
  CircleCheck,
  EyeOff,
  Heart,
  HeartOff,
  Pencil,
  RotateCw,
  Shield,
  ShieldAlert,
  Star,
  Trash2,
  Unlink
} from "@lucide/vue"
import type { Component } from "vue"
import { api } from "@/api"
import type { ItemKind, KindInfo } from "../kinds/kinds"
import type { messages } from "../selection/selectionMessages"
import type { SendBulk } from "./bulk"

type Word = keyof typeof messages.texts

/** Something that is done to all that is selected. */
export interface BulkAct {
  readonly id: string
  readonly icon: Component
  /** On the button or in the menu. */
  readonly label: Word
  /** The text of the confirmation, with `{items}`. Actions on the user's own state ask only from 50 items on. */
  readonly question: Word
  readonly text?: Word
  readonly isAdmin?: true
  /** False for acts that the trash or nothing undoes. */
  readonly isUndoable?: false
  readonly send: SendBulk
  /** Counts what the act would change and what it could not. */
  readonly tryOut?: SendBulk
  /** For ratings only. */
  readonly stars?: number
}

type UserState = Parameters<typeof api.bulk.setUserState>[0]["body"]["userState"]
type Changes = Parameters<typeof api.bulkAdmin.edit>[0]["body"]["changes"]
/** Thousands of rows are a second on a good disk, and may be more on a slow one. */
const timeoutMs = 120_000
const own =
  (userState: UserState): SendBulk =>
  (target) =>
    api.bulk.setUserState({ body: { ...target, userState }, timeoutMs })
const edit =
  (changes: Changes): SendBulk =>
  (target) =>
    api.bulkAdmin.edit({ body: { ...target, changes }, timeoutMs })

const act = (
  id: string,
  icon: Component,
  [label, question]: readonly [label: Word, question: Word],
  send: SendBulk,
  more: Pick<BulkAct, "text" | "isAdmin" | "stars"> = {}
): BulkAct => ({ id, icon, label, question, send, ...more })
const adminAct = (
  id: string,
  icon: Component,
  words: readonly [label: Word, question: Word],
  send: SendBulk,
  text?: Word
): BulkAct => act(id, icon, words, send, { isAdmin: true, ...(text === undefined ? {} : { text }) })

export const favoriteAct = act("favorite", Heart, ["favorite", "favoriteQuestion"], own({ isFavorite: true }))
const finished = (words: readonly [Word, Word]): BulkAct =>
  act("watched", Check, words, own({ isWatched: true }))
/** By what people do with a kind. */
export const finishedActs = {
  heard: finished(["played", "playedQuestion"]),
  read: finished(["read", "readQuestion"]),
  watched: finished(["watched", "watchedQuestion"])
} as const
/** 0 takes the rating back. */
export const ratingAct = (stars: number): BulkAct =>
  act(
    "rate",
    Star,
    stars === 0 ? ["noRating", "noRatingQuestion"] : ["stars", "rateQuestion"],
    own({ rating: stars === 0 ? null : stars * 20 }),
    { stars }
  )

const unfavorite = act(
  "unfavorite",
  HeartOff,
  ["unfavorite", "unfavoriteQuestion"],
  own({ isFavorite: false })
)
const unfinished = (words: readonly [Word, Word]): BulkAct =>
  act("unwatched", EyeOff, words, own({ isWatched: false }))
const unfinishedActs = {
  heard: unfinished(["unplayed", "unplayedQuestion"]),
  read: unfinished(["unread", "unreadQuestion"]),
  watched: unfinished(["unwatched", "unwatchedQuestion"])
} as const
/** Fields that are chosen in the dialog. */
export const editAct = (changes: Changes): BulkAct => ({
  ...adminAct("edit", Pencil, ["editFields", "editFieldsQuestion"], edit(changes), "editFieldsText"),
  tryOut: (target) =>
    api.bulkAdmin.edit({ body: { ...target, changes, dryRun: true, isTried: true }, timeoutMs })
})
const edits = [
  adminAct("organized", CircleCheck, ["organized", "organizedQuestion"], edit({ isOrganized: true })),
  adminAct("unorganized", Circle, ["unorganized", "unorganizedQuestion"], edit({ isOrganized: false })),
  adminAct("nsfw", ShieldAlert, ["nsfw", "nsfwQuestion"], edit({ isNsfw: true }), "nsfwText"),
  adminAct("sfw", Shield, ["sfw", "sfwQuestion"], edit({ isNsfw: false }), "sfwText")
]
const examine: BulkAct = {
  ...adminAct(
    "examine",
    RotateCw,
    ["examine", "examineQuestion"],
    (target) => api.bulkAdmin.examine({ body: target, timeoutMs }),
    "examineText"
  ),
  isUndoable: false
}
const remove =
  (deleteFile: boolean): SendBulk =>
  (target) =>
    api.bulkAdmin.remove({ body: { ...target, deleteFile }, timeoutMs })
const removals: ReadonlyArray<BulkAct> = [
  adminAct("remove", Unlink, ["remove", "removeQuestion"], remove(false), "removeText"),
  adminAct("delete", Trash2, ["delete", "deleteQuestion"], remove(true), "deleteText")
].map((each) => ({ ...each, isUndoable: false as const }))
/** Kinds that a job examines. */
const examined: ReadonlyArray<ItemKind> = ["video"]

/** Actions in the menu next to the buttons. */
export const moreActs = (
  { kind, use }: Pick<KindInfo, "use" | "kind">,
  isPlayable: boolean,
  isAdmin: boolean
): ReadonlyArray<BulkAct> => [
  unfavorite,
  ...(isPlayable ? [unfinishedActs[use ?? "watched"]] : []),
  ...(isAdmin ? edits : []),
  ...(isAdmin && examined.includes(kind) ? [examine] : []),
  ...(isAdmin ? removals : [])
]
