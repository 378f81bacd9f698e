import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Fail, Ok, OkNull, Page } from "@media/wire/Envelope"
import { idPath, resource } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { CollectionCycle } from "./errors.ts"
import {
  AddedItems,
  Collection,
  CollectionChange,
  CollectionItem,
  CollectionItemsParams,
  CollectionListParams,
  CollectionPatch,
  CollectionSummary,
  CoverChoice,
  FromView,
  ItemNote,
  ItemsOrder,
  NewCollection,
  PlayOrderItem,
  PlayOrderParams,
  Preview,
  PreviewAnswer,
  RemovedItems,
  Why,
  WhyParams
} from "./shapes.ts"

export const FailCollectionCycle = Fail(CollectionCycle, "collection_cycle", 409, {
  path: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String }))
})

const path = "/api/collections"
const one = `${path}/:id` as const
const itemPath = Schema.Struct({ id: Schema.String, itemId: Schema.String })

const collections = resource({
  name: "Collection",
  path,
  detail: Collection,
  summary: CollectionSummary
})
const Counted = Schema.Struct({
  /** Number of items that were added, removed or changed. */
  changed: Schema.Int,
  /** Number of skipped items: unknown and hidden items, and items that were not in the collection. */
  skipped: Schema.Int
}).annotations({ identifier: "CollectionItemsChanged" })

/** The caller's own collections and the collections that administrators share. */
export class CollectionsGroup extends HttpApiGroup.make("collections")
  .add(collections.list.setUrlParams(CollectionListParams).addError(FailTooBroad))
  .add(
    collections.create
      .setPayload(NewCollection)
      // The response is 404 if the account was deleted in the meantime.
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailConflict)
      .addError(FailCollectionCycle)
      .addError(FailTooBroad)
  )
  .add(
    HttpApiEndpoint.post("preview", `${path}/preview`)
      .setPayload(Preview)
      .addSuccess(Ok("CollectionPreviewResponse", PreviewAnswer))
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailTooBroad)
  )
  .add(
    HttpApiEndpoint.post("fromView", `${path}/from-view`)
      .setPayload(FromView)
      .addSuccess(Ok("CollectionFromViewResponse", Collection, 201))
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailConflict)
      .addError(FailCollectionCycle)
      .addError(FailAdminRequired)
      .addError(FailTooBroad)
  )
  .add(collections.get.addError(FailTooBroad))
  .add(
    collections.update
      .setPayload(CollectionPatch)
      .addError(FailAdminRequired)
      .addError(FailConflict)
      .addError(FailCollectionCycle)
      .addError(FailTooBroad)
  )
  .add(collections.remove.addError(FailAdminRequired).addError(FailConflict))
  .add(
    HttpApiEndpoint.get("items", `${one}/items`)
      .setPath(idPath)
      .setUrlParams(CollectionItemsParams)
      .addSuccess(Page("CollectionItemsResponse", CollectionItem))
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailTooBroad)
  )
  .add(
    HttpApiEndpoint.post("addItems", `${one}/items`)
      .setPath(idPath)
      .setPayload(AddedItems)
      .addSuccess(Ok("CollectionItemsAddedResponse", Counted))
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailConflict)
      .addError(FailTooBroad)
  )
  .add(
    HttpApiEndpoint.del("removeItems", `${one}/items`)
      .setPath(idPath)
      .setPayload(RemovedItems)
      .addSuccess(Ok("CollectionItemsRemovedResponse", Counted))
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.put("orderItems", `${one}/items/order`)
      .setPath(idPath)
      .setPayload(ItemsOrder)
      .addSuccess(OkNull)
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.patch("noteItem", `${one}/items/:itemId`)
      .setPath(itemPath)
      .setPayload(ItemNote)
      .addSuccess(OkNull)
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.put("chooseCover", `${one}/cover`)
      .setPath(idPath)
      .setPayload(CoverChoice)
      .addSuccess(OkNull)
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.get("playOrder", `${one}/play-order`)
      .setPath(idPath)
      .setUrlParams(PlayOrderParams)
      .addSuccess(Ok("CollectionPlayOrderResponse", Schema.Array(PlayOrderItem)))
      .addError(FailNotFound)
      .addError(FailTooBroad)
  )
  .add(
    HttpApiEndpoint.get("why", `${one}/items/:itemId/why`)
      .setPath(itemPath)
      .setUrlParams(WhyParams)
      .addSuccess(Ok("CollectionWhyResponse", Why))
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailTooBroad)
  )
  .add(
    HttpApiEndpoint.get("changes", `${one}/changes`)
      .setPath(idPath)
      .addSuccess(Ok("CollectionChangesResponse", Schema.Array(CollectionChange)))
      .addError(FailNotFound)
      .addError(FailTooBroad)
  )
  .add(
    HttpApiEndpoint.post("refresh", `${one}/refresh`)
      .setPath(idPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailAdminRequired)
  )
  .middleware(RequireSession) {}
