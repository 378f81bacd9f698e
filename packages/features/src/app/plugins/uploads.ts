import { MOST_PACKAGE_BYTES } from "@media/extensions/limits"
import { writeNew } from "@media/extensions/writeNew"
import { NotFound } from "@media/kernel/Errors"
import { isUuid, uuidv7 } from "@media/kernel/Ids"
import { now } from "@media/kernel/Timestamp"
import * as Effect from "effect/Effect"
import { access, mkdir, readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"

/** Returns the folder of uploads. Its name starts with a dot, so it cannot be the id of a package. */
const folderOf = (root: string): string => join(root, ".uploads")
const pathOf = (root: string, id: string): string => join(folderOf(root), `${id}.zip`)
/** Time in milliseconds for which an upload is kept, so that an administrator can review its permissions. */
const keptMillis = 60 * 60_000

export const mostUploadBytes = MOST_PACKAGE_BYTES

/** Stores an uploaded archive for at most an hour and returns its id. Deletes expired uploads. */
export const keepUpload = (root: string, bytes: Buffer) =>
  Effect.promise(async () => {
    const id = uuidv7()
    await mkdir(folderOf(root), { recursive: true })
    for (const name of await readdir(folderOf(root))) {
      const path = join(folderOf(root), name)
      if (now().getTime() - (await stat(path)).mtimeMs > keptMillis) await rm(path, { force: true })
    }
    await writeNew(pathOf(root, id), bytes, 0o600)
    return id
  })

export const uploadPath = (root: string, id: string) =>
  Effect.filterOrFail(
    Effect.promise(async () => {
      if (!isUuid(id)) return undefined
      return access(pathOf(root, id)).then(
        () => pathOf(root, id),
        () => undefined
      )
    }),
    (path): path is string => path !== undefined,
    () => new NotFound({ what: "upload" })
  )

export const removeUpload = (root: string, id: string) =>
  Effect.promise(() => rm(pathOf(root, id), { force: true }))
