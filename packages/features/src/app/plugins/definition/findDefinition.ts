import { Invalid } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { lstat, readFile } from "node:fs/promises"
import { join } from "node:path"
import { readDefinition } from "./readDefinition.ts"
import type { Definition } from "./shapes.ts"

const ours = ["plugin.yml", "plugin.yaml", "plugin.json"]
const MOST_BYTES = 256 * 1024

const sourceOf = (path: string) =>
  Effect.promise(async () => ((await lstat(path)).size > MOST_BYTES ? undefined : readFile(path, "utf8")))

/**
 * Returns the definition in a package: a file in the format of this project, or else the first valid file in Stash's
 * format. `hint` is the id of the package in the index.
 */
export const findDefinition = (
  folder: string,
  files: ReadonlyArray<string>,
  hint: string | undefined
): Effect.Effect<Definition, Invalid> =>
  Effect.gen(function* () {
    const own = ours.find((name) => files.includes(name))
    const others = files.filter((path) => /^[^/]+\.ya?ml$/.test(path)).toSorted()
    const first = others.find((path) => path.replace(/\.ya?ml$/, "") === hint)
    const candidates = own === undefined ? [...(first === undefined ? [] : [first]), ...others] : [own]
    let problem = new Invalid({
      reason: "The package contains no plugin.yml, no plugin.json and no Stash plugin definition."
    })
    for (const [index, file] of candidates.entries()) {
      const source = yield* sourceOf(join(folder, file))
      if (source === undefined) {
        if (index === 0) problem = new Invalid({ reason: `${file} is larger than ${MOST_BYTES / 1024} KiB.` })
        continue
      }
      const id = hint ?? file.replace(/\.ya?ml$/, "").replace(/[^A-Za-z0-9._-]+/g, "-")
      const read = readDefinition(file, source, id)
      if (Either.isRight(read)) return read.right
      if (index === 0) problem = read.left
    }
    return yield* problem
  })
