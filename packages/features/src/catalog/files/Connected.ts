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

/** The number of known files that are checked in a root that is not the folder of its last scan. */
const SAMPLE = 20

/**
 * Tells whether the disk of a root is connected: the folder is that of the last scan, or contains a known file, because
 * an empty mount point also answers. Fails if the file system does not answer.
 */
export const isConnected = Effect.fn("scan.isConnected")(function* (rootId: string, path: string) {
  const root = Buffer.from(path)
  const sql = yield* SqlClient.SqlClient
  const last = yield* rowOf(LastScan)(sql`select identity from root_scans where root_id = ${rootId}`)
  const { dev, ino } = yield* fileCall(() => stat(root))
  if (Option.isSome(last) && last.value.identity === `${dev}:${ino}`) return true
  return yield* anyFileExists(root, yield* someKnownFiles(rootId, SAMPLE))
})
