import { plainText } from "@media/kernel/PlainText"
import * as Effect from "effect/Effect"
import { constants } from "node:fs"
import { access, readdir, realpath, stat } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import { MISSING, RootRefused, RootUnusable } from "./errors.ts"
import { forbiddenFolder, isMemberPath } from "@media/disk/ForbiddenFolders"

const reasonOf = (cause: unknown): string => {
  switch ((cause as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return MISSING
    case "ENOTDIR":
      return "it is not a folder"
    case "EACCES":
    case "EPERM":
      return "the server has no permission to read it"
    default:
      return (cause as NodeJS.ErrnoException).code ?? "it cannot be read"
  }
}

const inTime = (path: string) =>
  Effect.timeoutFail({
    duration: "5 seconds",
    onTimeout: () => new RootUnusable({ path, reason: "the file system does not respond" })
  })

const attempt = <A>(path: string, work: () => Promise<A>) =>
  Effect.tryPromise({
    try: work,
    catch: (cause) => new RootUnusable({ path, reason: reasonOf(cause) })
  }).pipe(inTime(path))

/**
 * Returns the real path of a folder that can be used as a root: absolute, existing, readable, and not the root of the
 * file system.
 */
export const usableRoot = Effect.fn("libraries.usableRoot")(function* (path: string) {
  if (!isAbsolute(path)) return yield* new RootUnusable({ path, reason: "the path must be absolute" })
  const real = yield* attempt(path, () => realpath(path))
  if (real === "/")
    return yield* new RootUnusable({
      path,
      reason: "this is the root of the file system. Choose a folder below it"
    })
  const reason = yield* forbiddenFolder(real, path).pipe(inTime(path))
  if (reason !== undefined) return yield* new RootUnusable({ path, reason })
  yield* attempt(path, async () => {
    await readdir(real)
    await access(real, constants.R_OK | constants.X_OK)
  })
  return real
})

/**
 * Returns the real path of a root that a member may use. The root must be below one of the folders that an
 * administrator configured. All other paths fail with the same error, because different errors would reveal which
 * folders exist on the disk or belong to libraries that the member may not see.
 */
export const usableMemberRoot = Effect.fn("libraries.usableMemberRoot")(function* (path: string) {
  if (!isAbsolute(path) || !(yield* isMemberPath(path))) return yield* new RootRefused({})
  const real = yield* Effect.mapError(usableRoot(path), () => new RootRefused({}))
  // Check the real path as well, because a link may lead out of the configured folders.
  if (!(yield* isMemberPath(real))) return yield* new RootRefused({})
  return real
})

/**
 * Lists the subfolders of a folder, so that users can choose a root. Without a path, lists the first of `/media`,
 * `/mnt` and the home folder that has entries.
 */
export const browse = Effect.fn("libraries.browse")(function* (path: string | undefined) {
  const start = path === undefined || path === "" ? yield* Effect.promise(usualFolder) : path
  if (!isAbsolute(start)) return yield* new RootUnusable({ path: start, reason: "the path must be absolute" })
  const real = yield* attempt(start, () => realpath(start))
  const entries = yield* attempt(start, () => readdir(real, { withFileTypes: true }))
  const directories = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => ({ name: plainText(name), path: join(real, name) }))
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))
    .slice(0, 2_000)
  return { path: real, parentPath: real === "/" ? null : dirname(real), directories }
})

const usualFolder = async (): Promise<string> => {
  for (const folder of ["/media", "/mnt", homedir()]) {
    const entries = await stat(folder).then(
      () => readdir(folder).catch(() => []),
      () => []
    )
    if (entries.length > 0) return folder
  }
  return "/"
}

/** True if the paths are equal or one of them contains the other. */
export const overlaps = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b.replace(/\/$/, "")}/`) || b.startsWith(`${a.replace(/\/$/, "")}/`)
