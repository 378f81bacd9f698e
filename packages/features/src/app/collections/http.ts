import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import { askForRefresh, listChanges } from "./changes.ts"
import {
  addItems,
  changeCollection,
  chooseCover,
  createCollection,
  fromView,
  noteItem,
  orderItems,
  removeCollection,
  removeItems
} from "./commands.ts"
import { CollectionsGroup } from "./contract.ts"
import { previewRule } from "./preview.ts"
import { explainMember } from "./why.ts"
import { listCollections } from "./list.ts"
import { listItemsOf } from "./excluded.ts"
import { getCollection, playOrderOf } from "./queries.ts"

export const CollectionsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(CollectionsGroup),
  "collections",
  (handlers) =>
    handlers
      .handle("list", Serve.list(listCollections))
      .handle("create", Serve.create(createCollection))
      .handle("preview", Serve.create(previewRule))
      .handle("fromView", Serve.create(fromView))
      .handle("get", Serve.get(getCollection))
      .handle("update", Serve.update(changeCollection))
      .handle("remove", Serve.remove(removeCollection))
      .handle("items", ({ path, urlParams }) =>
        respondTo((principal) => listItemsOf(principal, path.id, urlParams))
      )
      .handle("addItems", Serve.update(addItems))
      .handle("removeItems", Serve.update(removeItems))
      .handle("orderItems", Serve.update(orderItems))
      .handle("noteItem", ({ path, payload }) =>
        respondTo((principal) => noteItem(principal, path.id, path.itemId, payload.note))
      )
      .handle("chooseCover", ({ path, payload }) =>
        respondTo((principal) => chooseCover(principal, path.id, payload.itemId))
      )
      .handle("why", ({ path, urlParams }) =>
        respondTo((principal) => explainMember(principal, path, urlParams))
      )
      .handle("changes", Serve.get(listChanges))
      .handle("refresh", Serve.get(askForRefresh))
      .handle("playOrder", ({ path, urlParams }) =>
        respondTo((principal) => playOrderOf(principal, path.id, urlParams))
      )
)
