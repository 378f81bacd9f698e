import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { stat } from "node:fs/promises"
import { fileCall } from "@media/disk/FileCalls"
import { anyFileExists } from "./RootIdentity.ts"
import { someKnownFiles } from "./Manifest.ts"

const LastScan = Schema.Struct({ identity: Schema.String })

/** Maximum number of known files that are checked if the root is not the same folder as at the last scan. */
const SAMPLE = 20

/**
 * True if the disk of a root is connected: the folder is the same as at the last scan, contains a known file, or has no
 * known files. An empty mount point would also respond, so a response alone is not enough. Fails if the file system
 * does not respond.
 */
export const isConnected = Effect.fn("scan.isConnected")(function* (rootId: string, path: string) {
  const root = Buffer.from(path)
  const sql = yield* SqlClient.SqlClient
  const last = yield* rowOf(LastScan)(sql`select identity from root_scans where root_id = ${rootId}`)
  const { dev, ino } = yield* fileCall(() => stat(root))
  if (Option.isSome(last) && last.value.identity === `${dev}:${ino}`) return true
  return yield* anyFileExists(root, yield* someKnownFiles(rootId, SAMPLE))
})
