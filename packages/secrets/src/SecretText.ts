import { makeFolders } from "@media/kernel/PrivateFolder"
import { now } from "@media/kernel/Timestamp"
import * as Data from "effect/Data"
import { randomUUID } from "node:crypto"
import { chmod, link, open, readdir, readFile, rename, stat, unlink } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { generateSecret } from "./SealingKey.ts"

/** There is a place for the secret, and it cannot be used. Nothing is sealed or opened meanwhile. */
export class SecretUnavailable extends Data.TaggedError("SecretUnavailable")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

export interface SecretText {
  readonly text: string
  readonly source: "variable" | "file" | "generated"
  /** What an operator should know of it. */
  readonly notice: string | undefined
}

export const secretFile = (dataDir: string): string => join(dataDir, ".media-secret")

const others = 0o077
/** Fewer characters are guessed, however long each guess takes. */
const shortest = 16
/** A process that cannot link writes into the file itself; its first bytes come a moment later. */
const retries = { tries: 20, millis: 50 }

const weakness = (name: string, text: string): string | undefined =>
  text.length < shortest ? `${name} has less than ${shortest} characters: it could be guessed.` : undefined

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r")
  try {
    // Some file systems have no such thing as a synced folder.
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
 * Writes a new secret unless there is one by then. A link, unlike a rename, never replaces: of two processes one wins, and
 * both read its secret. Where there are no links (exFAT, some shares) the file is made directly, by one of them as well.
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

/** Of a process that was killed while it made the secret. It may hold the very secret that is used. */
const leftover = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Another process that makes one at this moment is done within a second. */
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

/** The secret can be used all the same: what could not be taken away is told. */
const sweepNotice = (path: string): Promise<string | undefined> =>
  sweep(path).then(
    () => undefined,
    (error: unknown) =>
      codeOf(error) === "ENOENT"
        ? undefined
        : `Copies of the encryption secret that an earlier start left beside ${path} could not be removed (${codeOf(error)}).`
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

/** What others could read is narrowed, and told: they may have read it. */
const narrow = async (path: string): Promise<string | undefined> => {
  const { mode, uid } = await stat(path)
  if ((mode & others) === 0) return undefined
  const isNarrowed =
    uid === process.getuid?.() &&
    (await chmod(path, 0o600).then(
      () => true,
      () => false
    ))
  const now = isNarrowed ? "It is no longer." : "Give it to the user of the server alone (mode 600)."
  return `The encryption secret ${path} was readable for other users of the machine. ${now}`
}

const fromFile = async (path: string): Promise<SecretText> => {
  const found = await readWritten(path)
  // An empty file holds no secret that could be lost: a crash of another kind left it.
  if (found === "") await rename(path, `${path}.empty-${randomUUID()}`)
  const isNew = found === undefined || found === ""
  if (isNew) {
    await makeFolders(dirname(path))
    await create(path)
  }
  const text = isNew ? await readWritten(path) : found
  if (text === undefined || text === "") throw new Error("it vanished while it was read")
  const notices = [
    await narrow(path),
    await sweepNotice(path),
    weakness(`The encryption secret ${path}`, text)
  ]
  const told = notices.filter((notice) => notice !== undefined).join(" ")
  return { text, source: isNew ? "generated" : "file", notice: told === "" ? undefined : told }
}

/**
 * The secret of this installation: the variable, else the file, else a new one in that file. Rejects with
 * `SecretUnavailable`; a file that cannot be read is never replaced by another secret.
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
      reason: `The encryption secret ${path} cannot be used (${codeOf(error)}): stored passwords and keys of other services cannot be read.`
    })
  }
}
