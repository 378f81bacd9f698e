import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Ok } from "@media/wire/Envelope"
import { idPath } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { MixedItem } from "../../catalog/items/contract.ts"

/**
 * The route for items that are similar to an item. Similar items have the same kind as the item, and share performers,
 * the studio, tags, the folder or the date with it. The best matches come first.
 */
export class SimilarGroup extends HttpApiGroup.make("similar")
  .add(
    HttpApiEndpoint.get("list", "/api/items/:id/similar")
      .setPath(idPath)
      .addSuccess(Ok("SimilarItemsResponse", Schema.Array(MixedItem)))
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}
