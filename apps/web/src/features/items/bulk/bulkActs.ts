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
import type { ItemTarget } from "@media/features/app/bulk/contract"
import type { Component } from "vue"
import { api } from "@/api"
import type { ItemKind, KindInfo } from "../kinds/kinds"
import type { messages } from "../selection/selectionMessages"
import type { SendBulk } from "./bulk"
import type { Edit, Trial } from "./sendEdit"

type Word = keyof typeof messages.texts

/** A bulk action on all selected items. */
export interface BulkAct {
  readonly id: string
  readonly icon: Component
  /** The text on the button or in the menu. */
  readonly label: Word
  /** The text of the confirmation, with `{items}`. Actions on the user's own state ask only from 50 items on. */
  readonly question: Word
  readonly text?: Word
  readonly isAdmin?: true
  /** False for actions that cannot be undone, or only from the trash. */
  readonly isUndoable?: false
  readonly send: SendBulk
  /** Reports what the action would change, and what it would not change. */
  readonly tryOut?: (target: ItemTarget) => Promise<Trial>
  /** The same action, which also replaces values that are locked or were changed meanwhile. */
  readonly overwriting?: () => BulkAct
  /** For ratings only. */
  readonly stars?: number
}

/** Changing thousands of rows takes a second on a fast disk, and may take longer on a slow one. */
const timeoutMs = 120_000

/** Loaded with the first edit, because lists do not need it before. */
const edit =
  (changes: Edit): SendBulk =>
  async (target, watch) =>
    (await import("./sendEdit")).sendEdit(changes, target, watch)
const set = (field: string, value: string | number | boolean): SendBulk =>
  edit({ changes: { [field]: { set: value } } })

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

export const favoriteAct = act("favorite", Heart, ["favorite", "favoriteQuestion"], set("isFavorite", true))
const markFinished = (words: readonly [Word, Word]): BulkAct =>
  act("watched", Check, words, set("isWatched", true))
/** The action for finished items, by the verb of their kind. */
export const finishedActs = {
  heard: markFinished(["played", "playedQuestion"]),
  read: markFinished(["read", "readQuestion"]),
  watched: markFinished(["watched", "watchedQuestion"])
} as const
/** 0 removes the rating. */
export const ratingAct = (stars: number): BulkAct =>
  act(
    "rate",
    Star,
    stars === 0 ? ["noRating", "noRatingQuestion"] : ["stars", "rateQuestion"],
    stars === 0 ? edit({ changes: { rating: { clear: true } } }) : set("rating", stars * 20),
    { stars }
  )

const unfavorite = act("unfavorite", HeartOff, ["unfavorite", "unfavoriteQuestion"], set("isFavorite", false))
const unfinished = (words: readonly [Word, Word]): BulkAct =>
  act("unwatched", EyeOff, words, set("isWatched", false))
const unfinishedActs = {
  heard: unfinished(["unplayed", "unplayedQuestion"]),
  read: unfinished(["unread", "unreadQuestion"]),
  watched: unfinished(["unwatched", "unwatchedQuestion"])
} as const
/** An edit of the fields that were chosen in the dialog. */
export const editAct = (changes: Edit): BulkAct => ({
  ...adminAct("edit", Pencil, ["editFields", "editFieldsQuestion"], edit(changes), "editFieldsText"),
  tryOut: async (target) => (await import("./sendEdit")).tryEdit(changes, target),
  overwriting: () => editAct({ ...changes, onLocked: "overwrite", onConflict: "overwrite" })
})
const edits = [
  adminAct("organized", CircleCheck, ["organized", "organizedQuestion"], set("isOrganized", true)),
  adminAct("unorganized", Circle, ["unorganized", "unorganizedQuestion"], set("isOrganized", false)),
  adminAct("nsfw", ShieldAlert, ["nsfw", "nsfwQuestion"], set("isNsfw", true), "nsfwText"),
  adminAct("sfw", Shield, ["sfw", "sfwQuestion"], set("isNsfw", false), "sfwText")
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
/** Kinds that can be examined again. */
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
