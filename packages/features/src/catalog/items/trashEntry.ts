import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Fail } from "@media/wire/Envelope"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"
import { FileNotMovable } from "./errors.ts"

/** An item in the trash. */
export const TrashEntry = Schema.Struct({
  /** The id of the item. */
  id: Uuid,
  kind: ItemKind,
  title: Schema.String,
  library: Schema.Struct({ id: Uuid, name: Schema.String }),
  /** The original path of its file, relative to the root of its library. */
  path: Schema.String,
  /** Bytes. */
  size: Schema.Number,
  /** True if its file is in the trash folder of its root. Otherwise the file stayed in place. */
  withFile: Schema.Boolean,
  /** Its files are being moved at this moment. */
  isMoving: Schema.Boolean,
  /** The files in the trash folder: the file, and its adjacent files. */
  files: Schema.Array(Schema.String),
  removedAt: Timestamp,
  /** Null for the server, or an account that is gone. */
  removedBy: Schema.NullOr(Schema.String),
  /** When it is permanently deleted. */
  expiresAt: Timestamp
}).annotations({ identifier: "TrashEntry" })
export type TrashEntry = typeof TrashEntry.Type

export const FailFileNotMovable = Fail(FileNotMovable, "file_not_movable", 409)
