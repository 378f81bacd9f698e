import { isOurName } from "@media/kernel/PrivateFolder"
import { ownFoldersConfig } from "@media/kernel/ProcessConfig"
import * as Effect from "effect/Effect"
import { readdir, readFile, realpath, stat, statfs } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { devicePathOf, isWithin, parseMounts } from "./Mounts.ts"

/** Folders of the operating system that contain no media. Reading some of their files has side effects. */
const systemFolders = ["/proc", "/sys", "/dev", "/run"]
/**
 * Matches the mount points of removable disks, and of network shares opened in the file manager of a desktop. They are
 * allowed although they are below /run.
 */
const mountedByUsers = /^\/run\/(media|user\/\d+\/gvfs)\//

/**
 * `f_type` of virtual file systems that contain no media: proc, sysfs, cgroup, devpts, debugfs, tracefs, securityfs,
 * bpf, configfs.
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

/** True if `real` is the folder or below it, even if it is reached under another name or through another mount. */
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
 * True if `real` is one of the server's own files or folders, lies in one, or is the data directory itself. Other
 * folders in the data directory are allowed, because many users of the container image keep their videos in
 * `/data/media`.
 */
const isOwn = async (real: string, { cacheDir, dataDir }: { cacheDir: string; dataDir: string }) => {
  if (await liesIn(real, cacheDir)) return true
  if (!(await liesIn(real, dataDir))) return false
  if (await liesIn(await realpath(dataDir).catch(() => resolve(dataDir)), real)) return true
  const names = await readdir(dataDir).catch(() => undefined)
  for (const name of names?.filter(isOurName) ?? []) if (await liesIn(real, join(dataDir, name))) return true
  return names === undefined
}

/** The configured cache and data directories, and the folders in which members may create libraries. */
export const configuredFolders = Effect.orDie(ownFoldersConfig)

/**
 * Returns the reason why a library in this folder is not allowed, or undefined if it is allowed. `real` is the path
 * with all links resolved, and `asked` is the path as the user entered it.
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

/**
 * Returns the `device:inode` of the cache and data directories. A scan skips them if the root of a library contains
 * them.
 */
export const ownFolders = Effect.flatMap(configuredFolders, ({ cacheDir, dataDir }) =>
  Effect.promise(async () => {
    const identities = await Promise.all([dataDir, cacheDir].map(identityOf))
    return new Set(identities.filter((identity) => identity !== undefined))
  })
)

/**
 * True if the path is in a folder that members may use. Compares only the text of the path and does not access it on
 * disk, so links in it are not resolved.
 */
export const isMemberPath = Effect.fn("libraries.isMemberPath")(function* (path: string) {
  const { memberFolders } = yield* configuredFolders
  const spelled = resolve(path)
  const bases = yield* Effect.promise(() =>
    Promise.all(memberFolders.map((folder) => realpath(folder).catch(() => folder)))
  )
  return [...memberFolders.map((folder) => resolve(folder)), ...bases].some((base) => isWithin(spelled, base))
})
