import * as SqlClient from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import { PermanentFailure } from "@media/jobs/Failures"
import { processor } from "@media/jobs/Processor"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { realpath } from "node:fs/promises"
import { afterScan } from "../../generated/afterScan.ts"
import { Contents } from "../libraries/contract.ts"
import { forbiddenFolder, isMemberPath, ownFolders } from "@media/disk/ForbiddenFolders"
import { libraryScan } from "./queue.ts"
import { pathBytesOf } from "@media/disk/DisplayPath"
import { skippedFolderReason } from "@media/disk/FolderNames"
import { scanRoot } from "./RootScan.ts"

const RootRow = Schema.Struct({
  library_id: Schema.String,
  path: Schema.String,
  recursive: Schema.Boolean,
  enabled: Schema.Boolean,
  contents: Schema.Array(Contents)
})

/**
 * Returns the reason why a single folder must not be scanned, or undefined if it may be scanned. A scan of the whole
 * root skips the same folders.
 */
const outOfScope = (start: Buffer, recursive: boolean): string | undefined => {
  if (start.length === 0) return undefined
  if (!recursive) return "The library folder is scanned without its subfolders"
  const reason = start
    .toString()
    .split("/")
    .map(skippedFolderReason)
    .find((each) => each !== undefined)
  return reason === undefined ? undefined : `Scans skip this folder: ${reason}`
}

/**
 * Limits the time of a check on the file system. Returns undefined after the limit, because the scan itself then
 * reports that the file system does not respond.
 */
const inTime = Effect.timeoutTo({
  duration: "5 seconds",
  onSuccess: (reason: string | undefined) => reason,
  onTimeout: () => undefined
})

/**
 * Fails if libraries may not use the folder. A root is also checked when it is added, but may have become a link to
 * another folder since then.
 */
const requireAllowedFolder = (path: string) =>
  Effect.gen(function* () {
    const real = yield* inTime(Effect.promise(() => realpath(path).catch(() => undefined)))
    // If the folder does not exist, the scan itself reports the error.
    if (real === undefined) return
    const leadsOut = (yield* isMemberPath(path)) && !(yield* isMemberPath(real))
    const reason = leadsOut
      ? "the folder is a link to a folder that members may not use"
      : yield* inTime(forbiddenFolder(real))
    if (reason !== undefined) {
      return yield* new PermanentFailure({
        message: `Couldn’t scan ${path}, because ${reason}. Nothing was changed.`
      })
    }
  })

/** Scans one root, or one folder of it. Does nothing if the root was removed or disabled. */
export const libraryScanProcessor = processor(libraryScan, (payload, context) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const row = yield* rowOf(RootRow)(sql`
      select r.library_id, r.path, r.recursive, r.enabled, l.contents
      from library_roots r join libraries l on l.id = r.library_id where r.id = ${payload.rootId}`)
    if (Option.isNone(row) || !row.value.enabled)
      return { skipped: "The folder was removed from its library or turned off" }
    const { contents, library_id, path, recursive } = row.value
    const start = pathBytesOf((payload.path ?? "").replace(/^\/+|\/+$/g, "").replace(/\/+/g, "/"))
    if (payload.path !== undefined && payload.path.split("/").includes("..")) {
      return yield* new PermanentFailure({ message: "The folder is not inside its library" })
    }
    const skipped = outOfScope(start, recursive)
    if (skipped !== undefined) return { skipped }
    yield* requireAllowedFolder(path)
    if (start.length > 0) yield* requireAllowedFolder(`${path}/${start.toString()}`)
    const tally = yield* scanRoot(
      {
        root: { libraryId: library_id, rootId: payload.rootId, path: Buffer.from(path), contents },
        recursive,
        start,
        ownFolders: yield* ownFolders
      },
      context
    )
    for (const jobsAfterScan of afterScan)
      yield* enqueue(yield* jobsAfterScan(payload.rootId, context.jobRunId))
    return { ...tally }
  })
)
