import { holdFile } from "@media/kernel/HeldFile"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { basename, dirname, extname, join } from "node:path"
import { idFromName, installArchive } from "./install.ts"
import { PackageRefused } from "./PackageRefused.ts"
import { packagePath } from "./packagePath.ts"
import { stagingFolder, inTurn, installFolder } from "./packageFolders.ts"
import { writeNew } from "./writeNew.ts"

const MOST_FILE_BYTES = 1024 ** 2
const invalid = (reason: string) => new PackageRefused({ code: "archive", reason })

const dateText = (millis: number): string => new Date(millis).toISOString().slice(0, 19).replace("T", " ")

/** Reads a file of at most 1 MiB. */
const smallFile = (path: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const handle = yield* Effect.mapError(holdFile(dirname(path), path), ({ reason }) => invalid(reason))
      const bytes = yield* Effect.tryPromise({
        try: async () => {
          const { size } = await handle.stat()
          return size > MOST_FILE_BYTES ? undefined : await handle.readFile()
        },
        catch: () => invalid("The file cannot be read.")
      })
      return bytes ?? (yield* invalid("The file is larger than 1 MiB."))
    })
  )

/**
 * Installs a package from a file on this machine, which is either a zip file or a single definition (`.yml`). `name` is
 * the original file name, from which the package id is derived. If a package with this id is already installed, it is
 * replaced.
 */
export const installFile = (root: string, path: string, name = basename(path)) =>
  Effect.gen(function* () {
    const id = idFromName(name)
    if (id === undefined)
      return yield* invalid("The file name contains no characters that an id may contain.")
    const date = dateText(yield* Clock.currentTimeMillis)
    const ending = extname(name).toLowerCase()
    const about = { id, name: id, date, version: "", requires: [], sourceRepository: null }
    if (ending === ".zip") return yield* installArchive(root, { archive: path, about })
    const file = packagePath(`${id}${ending}`)
    if ((ending !== ".yml" && ending !== ".yaml") || file === undefined)
      return yield* invalid("Choose a zip file or a .yml file.")
    const bytes = yield* smallFile(path)
    return yield* Effect.scoped(
      Effect.gen(function* () {
        const folder = yield* stagingFolder(root)
        yield* Effect.tryPromise({
          try: () => writeNew(join(folder, file), bytes),
          catch: () =>
            new PackageRefused({ code: "disk", reason: "The file cannot be written to the data folder." })
        })
        const sha256 = createHash("sha256").update(bytes).digest("hex")
        return yield* installFolder(root, folder, { ...about, sha256, files: [file] })
      })
    ).pipe(inTurn)
  })
