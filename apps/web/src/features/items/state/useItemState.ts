import { useQueryCache } from "@pinia/colada"
import { asApiError } from "@/api"
import { offerRevert } from "@/features/history/lastUndo"
import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import type { ItemDefinition, UserState } from "../definition"
import type { SavedWord } from "../menu/said"
import { stateMessages } from "./stateMessages"
import { patchUserState, refreshOwnLists } from "./userState"

/**
 * Provides the user's own actions on items of a kind. Each action shows its result immediately on all pages and lists.
 * If the server rejects the change, the result is reverted and a message is shown. Each action returns true if the
 * server has saved the change. Requests complete even if the page is closed, because the user has already seen the
 * result.
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
      // Reverts only the fields that have not been changed again in the meantime.
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
  /** Restores a position that was cleared when the item was marked as watched. */
  const resumeAt = (id: string, position: number) =>
    change(
      id,
      { position },
      () => own.progress({ path: { id }, body: { position }, keepalive: true }),
      "positionFailed"
    )
  /** Marking an item as watched also clears its progress. */
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
  /** Waits until a change has been saved, then confirms it with a message and an undo button. */
  const said = async (
    saved: Promise<boolean>,
    text: SavedWord,
    undo: () => Promise<boolean>
  ): Promise<boolean> => {
    const isSaved = await saved
    if (isSaved)
      void import("../menu/said").then(
        ({ savedWords }) => offerRevert(translate(savedWords, text), translate(savedWords, "undo"), undo),
        () => undefined
      )
    return isSaved
  }

  return {
    /** The same actions without a confirmation, for pages that show their own confirmation. */
    silent: { favorite, watch, rate },
    favorite: (id: string, on: boolean) =>
      said(favorite(id, on), on ? "favorite" : "unfavorite", () => favorite(id, !on)),
    watch: (id: string, on: boolean) => {
      // The position of a book is not restored, because the position alone is not enough to return to the same place in
      // the text.
      const position = use === "read" ? 0 : (stateOf(id)?.position ?? 0)
      return said(
        watch(id, on),
        marks[use ?? "watched"][on ? 0 : 1],
        async () => (await watch(id, !on)) && (position === 0 || resumeAt(id, position))
      )
    },
    /** Rates the item from 0 to 100. The value null removes the rating. */
    rate: (id: string, rating: number | null) => {
      const before = stateOf(id)?.rating ?? null
      return said(rate(id, rating), rating === null ? "unrated" : "rated", () => rate(id, before))
    },
    /** Removes the item from "Continue". The watched state and the play count are kept. */
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
