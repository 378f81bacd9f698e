import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { stat, statfs } from "node:fs/promises"
import type { StorageUsage } from "./contract.ts"
import type { Measured } from "./measure.ts"

const Root = Schema.Struct({ path: Schema.String, bytes: Schema.Number })

/** Time limit for a response of the disk. Without the limit, a hanging mount would block the measurement. */
const ANSWERS_WITHIN = "2 seconds"

const deviceOf = (path: string) =>
  Effect.tryPromise(() => stat(path)).pipe(
    Effect.map(({ dev }) => dev),
    Effect.disconnect,
    Effect.timeout(ANSWERS_WITHIN),
    Effect.orElseSucceed(() => undefined)
  )

/** Returns the total size of the media files on a device, as found by the last scans. */
const mediaOn = (device: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const roots = yield* rowsOf(Root)(sql`
      select r.path, coalesce(sum(f.size_bytes), 0)::float8 as bytes
      from library_roots r left join item_files f on f.root_id = r.id and f.is_present group by r.id, r.path`)
    const devices = yield* Effect.forEach(roots, ({ path }) => deviceOf(path), { concurrency: 4 })
    return roots.reduce((sum, { bytes }, n) => (devices[n] === device ? sum + bytes : sum), 0)
  })

/** Returns the usage of the disk that contains the generated files, or null if the disk does not respond. */
export const diskOf = (folder: string, sums: ReadonlyArray<Measured>) =>
  Effect.gen(function* () {
    const device = yield* deviceOf(folder)
    if (device === undefined) return null
    const { bavail, bfree, blocks, bsize } = yield* Effect.tryPromise(() => statfs(folder))
    const usedBytes = (blocks - bfree) * bsize
    const madeBytes = sums.reduce((sum, { bytes, kind }) => (kind === "adjacent" ? sum : sum + bytes), 0)
    const cacheBytes = Math.min(madeBytes, usedBytes)
    // Hard links and sparse files take less disk space than their size, so the sum is limited to the used space.
    const mediaBytes = Math.min(yield* mediaOn(device), usedBytes - cacheBytes)
    return {
      mediaBytes,
      cacheBytes,
      otherBytes: usedBytes - cacheBytes - mediaBytes,
      freeBytes: bavail * bsize
    } satisfies StorageUsage["disk"]
  }).pipe(
    Effect.disconnect,
    Effect.timeout("10 seconds"),
    Effect.catchAll((cause) =>
      Effect.as(Effect.logWarning("The disk usage could not be measured", cause), null)
    )
  )
