import { isOurName } from "@media/kernel/PrivateFolder"
import { ownFoldersConfig } from "@media/kernel/ProcessConfig"
import * as Effect from "effect/Effect"
import { readdir, readFile, realpath, stat, statfs } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { devicePathOf, isWithin, parseMounts } from "./Mounts.ts"

/** Folders without regular files. Reading some of them has side effects on the machine. */
const systemFolders = ["/proc", "/sys", "/dev", "/run"]
/** Matches removable disks, and network shares that the file manager of a desktop opened. */
const mountedByUsers = /^\/run\/(media|user\/\d+\/gvfs)\//

/**
 * `f_type` of file systems without regular files: proc, sysfs, cgroup, devpts, debugfs, tracefs, securityfs, bpf,
 * configfs.
 */
const systemTypes: ReadonlySet<number> = new Set([
  0x9fa0, 0x62656572, 0x27e0eb, 0x63677270, 0x1cd1, 0x64626720, 0x74726163, 0x73636673, 0xcafe4a11, 0x62656570
])

const isSystem = (path: string): boolean =>
  systemFolders.some((folder) => isWithin(path, folder)) && !mountedByUsers.test(path)

const identityOf = (path: string): Promise<string | undefined> =>
  stat(path).then(
    ({ dev, ino }) => `${dev}:${ino}`,
    () => undefined
  )

/** Returns the folder and all of its parents. */
const upwards = (path: string): ReadonlyArray<string> =>
  path === dirname(path) ? [path] : [path, ...upwards(dirname(path))]

const mountTable = () => readFile("/proc/self/mountinfo", "utf8").then(parseMounts, () => [])

/** True if `real` is the folder or below it, even with a different spelling or through another mount. */
const liesIn = async (real: string, folder: string): Promise<boolean> => {
  const own = await realpath(folder).catch(() => resolve(folder))
  if (isWithin(real, own)) return true
  const identity = await identityOf(own)
  const above = await Promise.all(upwards(real).map(identityOf))
  if (identity !== undefined && above.includes(identity)) return true
  const mounts = await mountTable()
  const [inner, ownInner] = [devicePathOf(mounts, real), devicePathOf(mounts, own)]
  return inner !== undefined && inner.device === ownInner?.device && isWithin(inner.path, ownInner.path)
}

/**
 * True if `real` is or contains one of the server's own files. Other files in the data directory do not count, because
 * many users of the image keep their videos in `/data/media`.
 */
const isOwn = async (real: string, { cacheDir, dataDir }: { cacheDir: string; dataDir: string }) => {
  if (await liesIn(real, cacheDir)) return true
  if (!(await liesIn(real, dataDir))) return false
  if (await liesIn(await realpath(dataDir).catch(() => resolve(dataDir)), real)) return true
  const names = await readdir(dataDir).catch(() => undefined)
  for (const name of names?.filter(isOurName) ?? []) if (await liesIn(real, join(dataDir, name))) return true
  return names === undefined
}

/** The folders with the server's own files, and the folders in which members may create libraries. */
export const configuredFolders = Effect.orDie(ownFoldersConfig)

/**
 * Returns the reason why a library in this folder is not allowed, or undefined if it is allowed. `real` is the path
 * without links, and `asked` is the path as the user entered it.
 */
export const forbiddenFolder = Effect.fn("libraries.forbiddenFolder")(function* (real: string, asked = real) {
  const { cacheDir, dataDir } = yield* configuredFolders
  return yield* Effect.promise(async () => {
    if (isSystem(resolve(asked)) || isSystem(real)) return "the folder belongs to the operating system"
    const type = await statfs(real).then(
      ({ type }) => type,
      () => undefined
    )
    if (type !== undefined && systemTypes.has(type)) return "the folder belongs to the operating system"
    return (await isOwn(real, { cacheDir, dataDir }))
      ? "the server stores its own files in this folder"
      : undefined
  })
})

/** Device and inode of the server's own folders. A scan skips these folders if its root contains them. */
export const ownFolders = Effect.flatMap(configuredFolders, ({ cacheDir, dataDir }) =>
  Effect.promise(async () => {
    const identities = await Promise.all([dataDir, cacheDir].map(identityOf))
    return new Set(identities.filter((identity) => identity !== undefined))
  })
)

/** True if a member may use this path, judging only by its spelling. Does not access the path on disk. */
export const isMemberPath = Effect.fn("libraries.isMemberPath")(function* (path: string) {
  const { memberFolders } = yield* configuredFolders
  const spelled = resolve(path)
  const bases = yield* Effect.promise(() =>
    Promise.all(memberFolders.map((folder) => realpath(folder).catch(() => folder)))
  )
  return [...memberFolders.map((folder) => resolve(folder)), ...bases].some((base) => isWithin(spelled, base))
})
