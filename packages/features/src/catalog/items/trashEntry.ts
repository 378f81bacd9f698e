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
  /** The original path of the file, relative to its library root. */
  path: Schema.String,
  /** Size in bytes. */
  size: Schema.Number,
  /** True if the file is in the trash folder of its root. Otherwise the file was left in place. */
  withFile: Schema.Boolean,
  /** True while the files are being moved. */
  isMoving: Schema.Boolean,
  /** The names of the files in the trash folder: the media file and its adjacent files. */
  files: Schema.Array(Schema.String),
  removedAt: Timestamp,
  /**
   * Display name of the account that removed the item. Null if the server removed it or the account no longer exists.
   */
  removedBy: Schema.NullOr(Schema.String),
  /** Time at which the item will be permanently deleted. */
  expiresAt: Timestamp
}).annotations({ identifier: "TrashEntry" })
export type TrashEntry = typeof TrashEntry.Type

export const FailFileNotMovable = Fail(FileNotMovable, "file_not_movable", 409)
