import { useQueryCache } from "@pinia/colada"
import { asApiError } from "@/api"
import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import type { ItemDefinition, UserState } from "../definition"
import type { SavedWord } from "../menu/said"
import { stateMessages } from "./stateMessages"
import { patchUserState, refreshOwnLists } from "./userState"

/**
 * The user's own actions on items of a kind. Each one shows its result immediately wherever the item is visible, and
 * reverts it with a message if the server refuses. Each returns whether the server saved it. Requests complete even
 * if the page reloads, because the result is shown before the server has answered.
 */
export const useItemState = (definition: Pick<ItemDefinition, "use" | "kind" | "own">) => {
  const { kind, own, use } = definition
  const cache = useQueryCache()

  const change = async (
    id: string,
    guess: Partial<UserState>,
    send: () => Promise<UserState | null>,
    failed: keyof typeof stateMessages.texts
  ): Promise<boolean> => {
    const before = patchUserState(cache, kind, id, (state) => ({ ...state, ...guess }))
    try {
      const saved = await send()
      if (saved) patchUserState(cache, kind, id, () => saved)
      refreshOwnLists(cache, kind)
      return true
    } catch (fault) {
      // Skips items that were changed again in the meantime.
      if (before)
        patchUserState(cache, kind, id, (state) => ({ ...state, ...takenBack(guess, before, state) }))
      toast(translate(stateMessages, failed, { reason: asApiError(fault).message }), "bad")
      return false
    }
  }

  const favorite = (id: string, on: boolean) =>
    change(
      id,
      { isFavorite: on },
      () =>
        on
          ? own.favorite({ path: { id }, keepalive: true })
          : own.unfavorite({ path: { id }, keepalive: true }),
      "favoriteFailed"
    )
  /** Marking an item as watched ends its progress. */
  const watch = (id: string, on: boolean) =>
    change(
      id,
      { isWatched: on, position: 0 },
      () =>
        on ? own.watch({ path: { id }, keepalive: true }) : own.unwatch({ path: { id }, keepalive: true }),
      use === "heard" ? "playedFailed" : use === "read" ? "readFailed" : "watchedFailed"
    )
  const rate = (id: string, rating: number | null) =>
    change(
      id,
      { rating },
      () => own.rate({ path: { id }, body: { rating }, keepalive: true }),
      "ratingFailed"
    )
  const stateOf = (id: string) => patchUserState(cache, kind, id, (state) => state)
  /** Confirms a change, and offers to undo it. */
  const said = async (
    saved: Promise<boolean>,
    text: SavedWord,
    undo: () => Promise<boolean>
  ): Promise<boolean> => {
    const isSaved = await saved
    if (isSaved)
      void import("../menu/said").then(
        ({ savedWords }) =>
          toast(translate(savedWords, text), "plain", {
            label: translate(savedWords, "undo"),
            run: () => void undo()
          }),
        () => undefined
      )
    return isSaved
  }

  return {
    /** The same actions without a message, for pages that show their own. */
    silent: { favorite, watch, rate },
    favorite: (id: string, on: boolean) =>
      said(favorite(id, on), on ? "favorite" : "unfavorite", () => favorite(id, !on)),
    watch: (id: string, on: boolean) =>
      said(watch(id, on), marks[use ?? "watched"][on ? 0 : 1], () => watch(id, !on)),
    /** 0 to 100; null removes the rating. */
    rate: (id: string, rating: number | null) => {
      const before = stateOf(id)?.rating ?? null
      return said(rate(id, rating), rating === null ? "unrated" : "rated", () => rate(id, before))
    },
    /** Removes the item from "Continue"; the watched state and the play count remain. */
    forgetProgress: (id: string) =>
      change(id, { position: 0 }, () => own.forgetProgress({ path: { id }, keepalive: true }), "forgetFailed")
  }
}

const marks = {
  heard: ["played", "unplayed"],
  read: ["read", "unread"],
  watched: ["watched", "unwatched"]
} as const

const takenBack = (guess: Partial<UserState>, before: UserState, now: UserState): Partial<UserState> =>
  Object.fromEntries(
    Object.entries(before).filter(([name]) => {
      const key = name as keyof UserState
      return key in guess && now[key] === guess[key]
    })
  )
