import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { pageParams } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { FailFileNotMovable, TrashEntry } from "../../catalog/items/trashEntry.ts"

export class TrashGroup extends HttpApiGroup.make("trash")
  .add(
    HttpApiEndpoint.get("list", "/api/trash")
      .setUrlParams(Schema.Struct(pageParams))
      .addSuccess(Page("TrashResponse", TrashEntry))
  )
  .add(
    HttpApiEndpoint.post("restore", "/api/trash/:id/restore")
      .setPath(idPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailConflict)
      .addError(FailFileNotMovable)
  )
  .add(
    HttpApiEndpoint.del("purge", "/api/trash/:id")
      .setPath(idPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.del("empty", "/api/trash").addSuccess(
      Ok("EmptyTrashResponse", Schema.Struct({ purged: Schema.Int }))
    )
  )
  .middleware(RequireAdmin) {}
