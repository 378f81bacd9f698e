import { makeFolders } from "@media/kernel/PrivateFolder"
import { now } from "@media/kernel/Timestamp"
import * as Data from "effect/Data"
import { randomUUID } from "node:crypto"
import { chmod, link, open, readdir, readFile, rename, stat, unlink } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { generateSecret } from "./SealingKey.ts"

/** The secret is configured but cannot be used. No value can be sealed or opened until the problem is fixed. */
export class SecretUnavailable extends Data.TaggedError("SecretUnavailable")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

export interface SecretText {
  readonly text: string
  readonly source: "variable" | "file" | "generated"
  /** A warning for the operator. */
  readonly notice: string | undefined
}

export const secretFile = (dataDir: string): string => join(dataDir, ".media-secret")

const others = 0o077
/** Minimum length of a secret. A shorter secret could be guessed, even though each guess is slow. */
const shortest = 16
/**
 * Number of attempts to read an empty file, and delay between them in milliseconds. On file systems without hard links,
 * another process may have created the file but not yet written the secret.
 */
const retries = { tries: 20, millis: 50 }

const weakness = (name: string, text: string): string | undefined =>
  text.length < shortest
    ? `${name} has fewer than ${shortest} characters, so it could be guessed. Use a longer secret.`
    : undefined

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r")
  try {
    // Some file systems cannot flush folders.
    await handle.sync().catch(() => undefined)
  } finally {
    await handle.close()
  }
}

const writeSynced = async (path: string, text: string): Promise<void> => {
  const handle = await open(path, "wx", 0o600)
  try {
    await handle.writeFile(`${text}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes a new secret, unless another process creates the file first. The secret is written to a temporary file and
 * hard-linked to its path, because a link, unlike a rename, never replaces an existing file. If two processes write a
 * secret at the same time, one of them succeeds, and both processes read that secret. On file systems without hard
 * links (exFAT, some network shares), the file is created in exclusive mode instead.
 */
const create = async (path: string): Promise<void> => {
  const temporary = `${path}.${randomUUID()}`
  const text = generateSecret()
  await writeSynced(temporary, text)
  try {
    await link(temporary, path).catch(async (error: unknown) => {
      if (codeOf(error) === "EEXIST") return
      await writeSynced(path, text).catch((second: unknown) => {
        if (codeOf(second) !== "EEXIST") throw second
      })
    })
  } finally {
    await unlink(temporary)
  }
  await syncFolder(dirname(path))
}

/**
 * Matches the suffix of a temporary file that remains if a process is killed while it creates the secret. The file may
 * contain the secret that is now in use.
 */
const leftover = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/**
 * Minimum age in milliseconds at which a temporary file is removed. A process that is still creating a secret finishes
 * within a second.
 */
const leftoverMillis = 60_000

const sweep = async (path: string): Promise<void> => {
  const folder = dirname(path)
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(`${basename(path)}.`) && leftover.test(name.slice(basename(path).length))
  )
  for (const name of names) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file)
    if (now().getTime() - mtimeMs > leftoverMillis) await unlink(file)
  }
}

/**
 * Removes leftover temporary files. Returns a notice if some could not be removed. The secret is usable in any case.
 */
const sweepNotice = (path: string): Promise<string | undefined> =>
  sweep(path).then(
    () => undefined,
    (error: unknown) =>
      codeOf(error) === "ENOENT"
        ? undefined
        : `Copies of the encryption secret that an earlier start left next to ${path} could not be removed (${codeOf(error)}). Delete them manually.`
  )

const readText = async (path: string): Promise<string | undefined> => {
  try {
    return (await readFile(path, "utf8")).trim()
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined
    throw error
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, retries.millis))

const readWritten = async (path: string): Promise<string | undefined> => {
  let text = await readText(path)
  for (let n = 0; text === "" && n < retries.tries; n += 1) {
    await pause()
    text = await readText(path)
  }
  return text
}

/** Makes a file private if other users could read it. Returns a notice, because they may have read the secret. */
const narrow = async (path: string): Promise<string | undefined> => {
  const { mode, uid } = await stat(path)
  if ((mode & others) === 0) return undefined
  const isNarrowed =
    uid === process.getuid?.() &&
    (await chmod(path, 0o600).then(
      () => true,
      () => false
    ))
  const now = isNarrowed
    ? "The server has made the file private."
    : "Make it readable only for the server's user (mode 600)."
  return `Other users of this machine could read the encryption secret ${path}. ${now}`
}

const fromFile = async (path: string): Promise<SecretText> => {
  const found = await readWritten(path)
  // An empty file remains after a crash. It contains no secret, so nothing is lost if it is renamed.
  if (found === "") await rename(path, `${path}.empty-${randomUUID()}`)
  const isNew = found === undefined || found === ""
  if (isNew) {
    await makeFolders(dirname(path))
    await create(path)
  }
  const text = isNew ? await readWritten(path) : found
  if (text === undefined || text === "") throw new Error("the file was deleted while it was being read")
  const notices = [
    await narrow(path),
    await sweepNotice(path),
    weakness(`The encryption secret ${path}`, text)
  ]
  const told = notices.filter((notice) => notice !== undefined).join(" ")
  return { text, source: isNew ? "generated" : "file", notice: told === "" ? undefined : told }
}

/**
 * Returns the secret of this installation. If the variable is set, the secret comes from the variable. Otherwise, the
 * secret comes from the file. If the file does not exist, a new secret is created and stored in the file. Rejects with
 * `SecretUnavailable`. If a file exists but cannot be read, it is never replaced, because the sealed values need its
 * secret.
 */
export const secretText = async (options: {
  readonly variable: string | undefined
  readonly dataDir: string
}): Promise<SecretText> => {
  const { dataDir, variable } = options
  if (variable !== undefined) {
    return { text: variable, source: "variable", notice: weakness("MEDIA_SECRET", variable) }
  }
  const path = secretFile(dataDir)
  try {
    return await fromFile(path)
  } catch (error) {
    throw new SecretUnavailable({
      reason: `The encryption secret ${path} cannot be used (${codeOf(error)}), so the stored passwords and API keys of other services cannot be read.`
    })
  }
}
