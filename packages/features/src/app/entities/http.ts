import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { API_ID } from "@media/wire/ApiId"
import { handleAll } from "@media/wire/HandleAll"
import { respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import * as Effect from "effect/Effect"
import type { EntityKind } from "../../EntityKind.ts"
import { changeOne, createOne, changeEntityState, removeOne } from "./commands.ts"
import { AuthorsGroup, PerformersGroup, StudiosGroup, TagsGroup, TagTreeGroup } from "./contract.ts"
import { getOrFollow } from "./detail.ts"
import { listItemsOf } from "./items.ts"
import { mergeEntities } from "./merge.ts"
import { removeEntityPicture } from "./pictures.ts"
import { findSummary, listEntities, listLevel } from "./queries.ts"
import type { EntityItemsParams, EntityListParams, EntityPatch, MergeBody, SplitBody } from "./shapes.ts"
import { splitEntity } from "./split.ts"

interface AtId {
  readonly path: { readonly id: string }
}

/** Sets the `Location` header, so that browsers and scripts follow the redirect to the target of a merge. */
const located = (path: string) =>
  HttpApp.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "location", path))
  )

/** Returns the handlers of `entityGroup` for one kind of entity. */
const entityHandlers = <Kind extends EntityKind>(kind: Kind, path: string) => ({
  list: Serve.list((principal, params: EntityListParams) => listEntities(principal, kind, params)),
  create: Serve.create((principal, body: EntityPatch & { readonly name: string }) =>
    createOne(principal, kind, body)
  ),
  get: ({ path: { id } }: AtId) =>
    respondTo((principal) =>
      getOrFollow(principal, kind, id).pipe(
        Effect.tapErrorTag("Merged", ({ mergedInto }) => located(`${path}/${mergedInto}`))
      )
    ),
  update: Serve.update((principal, id, patch: EntityPatch) => changeOne(principal, kind, id, patch)),
  remove: Serve.remove((principal, id) => removeOne(principal, kind, id)),
  favorite: ({ path: { id } }: AtId) =>
    respondTo((principal) =>
      changeEntityState(principal, kind, id, { _tag: "SetFavorite", isFavorite: true })
    ),
  unfavorite: ({ path: { id } }: AtId) =>
    respondTo((principal) =>
      changeEntityState(principal, kind, id, { _tag: "SetFavorite", isFavorite: false })
    ),
  rate: ({ path: { id }, payload }: AtId & { readonly payload: { readonly rating: number | null } }) =>
    respondTo((principal) =>
      changeEntityState(principal, kind, id, { _tag: "Rate", rating: payload.rating })
    ),
  removePicture: ({ path: { id } }: AtId) =>
    respondTo((principal) => removeEntityPicture(principal, kind, id)),
  items: ({ path: { id }, urlParams }: AtId & { readonly urlParams: EntityItemsParams }) =>
    respondTo((principal) => listItemsOf(principal, { kind, id }, urlParams)),
  children: ({ path: { id }, urlParams }: AtId & { readonly urlParams: EntityListParams }) =>
    respondTo((principal) =>
      Effect.zipRight(
        findSummary(principal, kind, id),
        listEntities(principal, kind, { ...urlParams, parentId: id })
      )
    ),
  merge: ({ path: { id }, payload }: AtId & { readonly payload: MergeBody }) =>
    respondTo((principal) => mergeEntities(principal, kind, id, payload)),
  split: ({ path: { id }, payload }: AtId & { readonly payload: SplitBody }) =>
    respondTo((principal) => splitEntity(principal, kind, id, payload))
})

export const PerformersLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(PerformersGroup),
  "performers",
  (handlers) => handleAll(handlers, entityHandlers("performer", "/api/performers"))
)
export const StudiosLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(StudiosGroup),
  "studios",
  (handlers) => handleAll(handlers, entityHandlers("studio", "/api/studios"))
)
export const TagsLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(TagsGroup), "tags", (handlers) =>
  handleAll(handlers, entityHandlers("tag", "/api/tags"))
)
export const AuthorsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(AuthorsGroup),
  "authors",
  (handlers) => handleAll(handlers, entityHandlers("author", "/api/authors"))
)
export const TagTreeLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(TagTreeGroup),
  "tagTree",
  (handlers) =>
    handlers.handle("tree", ({ urlParams }) =>
      respondTo((principal) => listLevel(principal, "tag", urlParams.parentId))
    )
)
