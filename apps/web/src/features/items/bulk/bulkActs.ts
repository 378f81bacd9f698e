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

/** An action on all selected items. */
export interface BulkAct {
  readonly id: string
  readonly icon: Component
  /** The label of the button or menu entry. */
  readonly label: Word
  /**
   * The question of the confirmation dialog, which contains `{items}`. Changes to the user's own state need a
   * confirmation only for more than 50 items.
   */
  readonly question: Word
  readonly text?: Word
  readonly isAdmin?: true
  /** False for actions that the user cannot undo, or can undo only from the trash. */
  readonly isUndoable?: false
  readonly send: SendBulk
  /** Returns the changes that the action would make and the items that it would skip, without changing anything. */
  readonly tryOut?: (target: ItemTarget) => Promise<Trial>
  /**
   * Returns a variant of the action that also overwrites locked values and values that were changed in the meantime.
   */
  readonly overwriting?: () => BulkAct
  /** The number of stars of a rating. Undefined for other actions. */
  readonly stars?: number
}

/**
 * Timeout in milliseconds. Changing thousands of rows takes a second on a fast disk, but may take minutes on a slow
 * one.
 */
const timeoutMs = 120_000

/** Loads the code for edits on first use, because lists do not need it before. */
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
/** The actions that mark items as finished, one for each label: played, read and watched. */
export const finishedActs = {
  heard: markFinished(["played", "playedQuestion"]),
  read: markFinished(["read", "readQuestion"]),
  watched: markFinished(["watched", "watchedQuestion"])
} as const
/** Returns the action that rates items with a number of stars. The value 0 removes the rating. */
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
/** Returns an action that applies the changes made in the edit dialog. */
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
/** Kinds whose menu contains "Examine again". */
const examined: ReadonlyArray<ItemKind> = ["video"]

/** Returns the actions that are in the menu instead of having their own button. */
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
