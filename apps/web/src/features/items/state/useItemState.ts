import { useQueryCache } from "@pinia/colada"
import { asApiError } from "@/api"
import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import type { ItemDefinition, UserState } from "../definition"
import { stateMessages } from "./stateMessages"
import { patchUserState, refreshOwnLists } from "./userState"

/**
 * What a person does with an item of a kind. Shown at once wherever the item is on screen; what the server refuses is taken
 * back, with a word about it. Each answers whether it was saved.
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
      // Not what was changed once more meanwhile.
      if (before)
        patchUserState(cache, kind, id, (state) => ({ ...state, ...takenBack(guess, before, state) }))
      toast(translate(stateMessages, failed, { reason: asApiError(fault).message }), "bad")
      return false
    }
  }

  return {
    favorite: (id: string, on: boolean) =>
      change(
        id,
        { isFavorite: on },
        () => (on ? own.favorite({ path: { id } }) : own.unfavorite({ path: { id } })),
        "favoriteFailed"
      ),
    /** What is watched is not in progress any more. */
    watch: (id: string, on: boolean) =>
      change(
        id,
        { isWatched: on, position: 0 },
        () => (on ? own.watch({ path: { id } }) : own.unwatch({ path: { id } })),
        use === "heard" ? "playedFailed" : use === "read" ? "readFailed" : "watchedFailed"
      ),
    /** 0 to 100; null takes the rating back. */
    rate: (id: string, rating: number | null) =>
      change(id, { rating }, () => own.rate({ path: { id }, body: { rating } }), "ratingFailed"),
    /** Takes it from "Continue watching"; watched and play count stay. */
    forgetProgress: (id: string) =>
      change(id, { position: 0 }, () => own.forgetProgress({ path: { id } }), "forgetFailed")
  }
}

const takenBack = (guess: Partial<UserState>, before: UserState, now: UserState): Partial<UserState> =>
  Object.fromEntries(
    Object.entries(before).filter(([name]) => {
      const key = name as keyof UserState
      return key in guess && now[key] === guess[key]
    })
  )
