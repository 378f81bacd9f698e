import { respond, respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import { CurrentPrincipal, type Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { forgetProgress, play, changeUserState, reportProgress, setWatched } from "../user-items/commands.ts"
import type { PlayStart, ProgressReport } from "../user-items/contract.ts"
import * as Access from "../../platform/access/Access.ts"
import type { TrashEntry } from "./trashEntry.ts"
import { asked, bounded } from "./asked.ts"
import { updateItem } from "./commands.ts"
import type { AnyItemFilter, ItemPatch } from "./contract.ts"
import type { ItemKind } from "../../ItemKind.ts"
import type { ListFilter } from "./listFilter.ts"
import { type Work, workOf } from "./works.ts"

/** Functions of a kind that list, read and remove its items. `get` fails if the caller may not see the item. */
interface KindReads<List, Item, ListError, GetError, R, RemoveError, RR> {
  readonly kind: ItemKind
  readonly list: (principal: Principal, filter: ListFilter) => Effect.Effect<List, ListError, R>
  readonly get: (principal: Principal, id: string) => Effect.Effect<Item, GetError, R>
  readonly remove: (
    principal: Principal,
    id: string,
    options: { readonly withFile: boolean }
  ) => Effect.Effect<TrashEntry, RemoveError, RR>
}

export interface AtId {
  readonly path: { readonly id: string }
}

/**
 * Returns the handlers of `itemGroup`, which are the same for every kind. Changing an item that the caller may not see
 * fails with the same error as reading the item.
 */
export const itemHandlers = <List, Item, ListError, GetError, R, RemoveError, RR>({
  get,
  kind,
  list,
  remove
}: KindReads<List, Item, ListError, GetError, R, RemoveError, RR>) => {
  /** Runs an action on the work of an item: the video that the item is a version or part of, or the item itself. */
  const ofWork = <A, E, R>(
    principal: Principal,
    id: string,
    act: (workId: string, work: Work) => Effect.Effect<A, E, R>
  ) => Effect.flatMap(workOf(principal, kind, id), (work) => act(work.id, work))
  const change = (id: string, what: Parameters<typeof changeUserState>[2]) =>
    respond(
      Effect.gen(function* () {
        const principal = yield* CurrentPrincipal
        yield* get(principal, id)
        const work = yield* workOf(principal, kind, id)
        yield* changeUserState(principal, work.id, what)
        return null
      })
    )
  return {
    list: ({ urlParams }: { readonly urlParams: AnyItemFilter }) =>
      respondTo((principal) =>
        Effect.flatMap(asked(principal, kind, urlParams), (filter) =>
          bounded(filter, list(principal, filter))
        )
      ),
    get: Serve.get(get),
    update: ({ path, payload }: AtId & { readonly payload: ItemPatch }) =>
      respond(
        Effect.gen(function* () {
          const principal = yield* CurrentPrincipal
          yield* get(principal, path.id)
          yield* updateItem(principal, path.id, payload)
          // Return the item even if this edit marked it NSFW and the caller hides NSFW content.
          return yield* Effect.orElse(get(principal, path.id), () =>
            get({ ...principal, showNsfw: true }, path.id)
          )
        })
      ),
    remove: ({
      path,
      urlParams
    }: AtId & { readonly urlParams: { readonly deleteFile?: boolean | undefined } }) =>
      respond(
        Effect.gen(function* () {
          const principal = yield* CurrentPrincipal
          yield* get(principal, path.id)
          yield* Access.require(principal, "remove-item", { id: path.id })
          return yield* remove(principal, path.id, { withFile: urlParams.deleteFile === true })
        })
      ),
    rate: ({ path, payload }: AtId & { readonly payload: { readonly rating: number | null } }) =>
      change(path.id, { _tag: "Rate", rating: payload.rating }),
    favorite: ({ path }: AtId) => change(path.id, { _tag: "SetFavorite", isFavorite: true }),
    unfavorite: ({ path }: AtId) => change(path.id, { _tag: "SetFavorite", isFavorite: false }),
    watch: ({ path }: AtId) =>
      respondTo((principal) => ofWork(principal, path.id, (id) => setWatched(principal, kind, id, true))),
    unwatch: ({ path }: AtId) =>
      respondTo((principal) => ofWork(principal, path.id, (id) => setWatched(principal, kind, id, false))),
    play: ({ path, payload }: AtId & { readonly payload: PlayStart }) =>
      respondTo((principal) => ofWork(principal, path.id, (id) => play(principal, kind, id, payload))),
    progress: ({ path, payload }: AtId & { readonly payload: ProgressReport }) =>
      respondTo((principal) =>
        ofWork(principal, path.id, (id, { before, versionId }) =>
          reportProgress(principal, kind, id, { ...payload, position: before + payload.position }, versionId)
        )
      ),
    forgetProgress: ({ path }: AtId) =>
      respondTo((principal) => ofWork(principal, path.id, (id) => forgetProgress(principal, kind, id)))
  }
}
