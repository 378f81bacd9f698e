import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import { CurrentPrincipal, type Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { editItems, recordOpinion, updateItem } from "./commands.ts"
import { ItemsAdminGroup, type ItemPatch } from "./contract.ts"

export const ItemsAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(ItemsAdminGroup),
  "itemsAdmin",
  (handlers) =>
    handlers.handle("edit", ({ payload }) =>
      respond(
        Effect.flatMap(CurrentPrincipal, (principal) => editItems(principal, payload.ids, payload.changes))
      )
    )
)

/** How a kind lists and shows its items. `get` fails for what the caller may not see. */
interface KindReads<Filter, List, Item, ListError, GetError, R> {
  readonly list: (principal: Principal, filter: Filter) => Effect.Effect<List, ListError, R>
  readonly get: (principal: Principal, id: string) => Effect.Effect<Item, GetError, R>
}

interface AtId {
  readonly path: { readonly id: string }
}

/** The handlers of `itemGroup`, for every kind the same. What is not visible is not changed either. */
export const itemHandlers = <Filter, List, Item, ListError, GetError, R>({
  get,
  list
}: KindReads<Filter, List, Item, ListError, GetError, R>) => {
  const opinion = (id: string, what: Parameters<typeof recordOpinion>[2]) =>
    respond(
      Effect.gen(function* () {
        const principal = yield* CurrentPrincipal
        yield* get(principal, id)
        yield* recordOpinion(principal, id, what)
        return null
      })
    )
  return {
    list: ({ urlParams }: { readonly urlParams: Filter }) =>
      respond(Effect.flatMap(CurrentPrincipal, (principal) => list(principal, urlParams))),
    get: ({ path }: AtId) =>
      respond(Effect.flatMap(CurrentPrincipal, (principal) => get(principal, path.id))),
    update: ({ path, payload }: AtId & { readonly payload: ItemPatch }) =>
      respond(
        Effect.gen(function* () {
          const principal = yield* CurrentPrincipal
          yield* get(principal, path.id)
          yield* updateItem(principal, path.id, payload)
          // Also when this edit made it NSFW and the caller has that switched off.
          return yield* get({ ...principal, showNsfw: true }, path.id)
        })
      ),
    rate: ({ path, payload }: AtId & { readonly payload: { readonly rating: number | null } }) =>
      opinion(path.id, { _tag: "Rate", rating: payload.rating }),
    favorite: ({ path }: AtId) => opinion(path.id, { _tag: "SetFavorite", isFavorite: true }),
    unfavorite: ({ path }: AtId) => opinion(path.id, { _tag: "SetFavorite", isFavorite: false })
  }
}
