import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Fail, Ok, OkNull, Page } from "@media/wire/Envelope"
import { pageParams } from "@media/wire/Query"
import { RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { ItemKind } from "../items/kinds.ts"
import { FileNotMovable } from "./errors.ts"

/** What is in the trash. */
export const TrashEntry = Schema.Struct({
  /** The item's. */
  id: Uuid,
  kind: ItemKind,
  title: Schema.String,
  library: Schema.Struct({ id: Uuid, name: Schema.String }),
  /** Where its file lay, relative to the root of its library. */
  path: Schema.String,
  /** Bytes. */
  size: Schema.Number,
  /** Its file lies in the trash folder of its root; else the file stays where it was. */
  withFile: Schema.Boolean,
  /** Its files are being moved at this moment. */
  isMoving: Schema.Boolean,
  /** What lies in the trash folder: the file, and what belonged to it. */
  files: Schema.Array(Schema.String),
  removedAt: Timestamp,
  /** Null for the server, or an account that is gone. */
  removedBy: Schema.NullOr(Schema.String),
  /** From then on it is deleted for good. */
  expiresAt: Timestamp
}).annotations({ identifier: "TrashEntry" })
export type TrashEntry = typeof TrashEntry.Type

export const FailFileNotMovable = Fail(FileNotMovable, "file_not_movable", 409)

const idPath = Schema.Struct({ id: Schema.String })

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
