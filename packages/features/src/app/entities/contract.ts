import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { idPath, resource } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { MixedItem } from "../../catalog/items/contract.ts"
import { Rating } from "../../catalog/user-items/contract.ts"
import { Body } from "@media/wire/Query"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { FailSelectionChanged } from "../bulk/contract.ts"
import { FailHierarchyCycle, FailMerged, FailNameTaken } from "./failures.ts"
import {
  author,
  EntityItemsParams,
  EntityListParams,
  MergeBody,
  MergeCounts,
  performer,
  SplitBody,
  studio,
  tag
} from "./shapes.ts"

interface Shapes<Summary, Detail, Create, Patch> {
  readonly summary: Summary
  readonly detail: Detail
  readonly create: Create
  readonly patch: Patch
}

/** Returns the group of routes of one kind of entity. */
const entityGroup = <
  const Id extends string,
  Summary extends Schema.Schema.AnyNoContext,
  Detail extends Schema.Schema.AnyNoContext,
  Create extends Schema.Schema.AnyNoContext,
  Patch extends Schema.Schema.AnyNoContext
>(
  id: Id,
  name: string,
  { create, detail, patch, summary }: Shapes<Summary, Detail, Create, Patch>
) => {
  const path: `/${string}` = `/api/${id}`
  const one: `/${string}` = `${path}/:id`
  const entities = resource({ name, path, detail, summary })
  return HttpApiGroup.make(id)
    .add(entities.list.setUrlParams(EntityListParams).addError(FailInvalid))
    .add(
      entities.create
        .setPayload(create)
        .addError(FailAdminRequired)
        .addError(FailNotFound)
        .addError(FailConflict)
        .addError(FailNameTaken)
        .addError(FailHierarchyCycle)
    )
    .add(entities.get.addError(FailMerged))
    .add(
      entities.update
        .setPayload(patch)
        .addError(FailAdminRequired)
        .addError(FailConflict)
        .addError(FailNameTaken)
        .addError(FailHierarchyCycle)
    )
    .add(entities.remove.addError(FailAdminRequired).addError(FailConflict))
    .add(
      HttpApiEndpoint.put("favorite", `${one}/favorite`)
        .setPath(idPath)
        .addSuccess(OkNull)
        .addError(FailNotFound)
        .addError(FailConflict)
    )
    .add(
      HttpApiEndpoint.del("unfavorite", `${one}/favorite`)
        .setPath(idPath)
        .addSuccess(OkNull)
        .addError(FailNotFound)
        .addError(FailConflict)
    )
    .add(
      HttpApiEndpoint.put("rate", `${one}/rating`)
        .setPath(idPath)
        .setPayload(Body({ rating: Rating }))
        .addSuccess(OkNull)
        .addError(FailNotFound)
        .addError(FailConflict)
    )
    .add(
      // A raw route handles uploads.
      HttpApiEndpoint.del("removePicture", `${one}/thumbnail`)
        .setPath(idPath)
        .addSuccess(OkNull)
        .addError(FailNotFound)
        .addError(FailAdminRequired)
        .addError(FailConflict)
    )
    .add(
      HttpApiEndpoint.get("items", `${one}/items`)
        .setPath(idPath)
        .setUrlParams(EntityItemsParams)
        .addSuccess(Page("EntityItemsResponse", MixedItem))
        .addError(FailNotFound)
    )
    .add(
      HttpApiEndpoint.get("children", `${one}/children`)
        .setPath(idPath)
        .setUrlParams(EntityListParams)
        .addSuccess(Page(`${name}ChildrenResponse`, summary))
        .addError(FailNotFound)
        .addError(FailInvalid)
    )
    .add(
      HttpApiEndpoint.post("merge", `${one}/merge`)
        .setPath(idPath)
        .setPayload(MergeBody)
        .addSuccess(Ok("MergeResponse", MergeCounts))
        .addError(FailInvalid)
        .addError(FailNotFound)
        .addError(FailAdminRequired)
        .addError(FailConflict)
        .addError(FailNameTaken)
    )
    .add(
      HttpApiEndpoint.post("split", `${one}/split`)
        .setPath(idPath)
        .setPayload(SplitBody)
        .addSuccess(Ok(`Split${name}Response`, detail, 201))
        .addError(FailSelectionChanged)
        .addError(FailTooBroad)
        .addError(FailInvalid)
        .addError(FailNotFound)
        .addError(FailAdminRequired)
        .addError(FailConflict)
        .addError(FailNameTaken)
    )
    .middleware(RequireSession)
}

/** Routes for performers, which have no hierarchy. */
export class PerformersGroup extends entityGroup("performers", "Performer", performer) {}
/** Routes for studios, which form a tree. */
export class StudiosGroup extends entityGroup("studios", "Studio", studio) {}
/** Routes for tags. A tag may have several parents. */
export class TagsGroup extends entityGroup("tags", "Tag", tag) {}

/** Routes for the authors of books, which have no hierarchy. */
export class AuthorsGroup extends entityGroup("authors", "Author", author) {}

/** Returns one level of the tag hierarchy: the children of `parentId`, or the tags without a parent. */
export class TagTreeGroup extends HttpApiGroup.make("tagTree")
  .add(
    HttpApiEndpoint.get("tree", "/api/tags/tree")
      .setUrlParams(Schema.Struct({ parentId: Schema.optional(Uuid) }))
      .addSuccess(Ok("TagTreeResponse", Schema.Array(tag.summary)))
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}
