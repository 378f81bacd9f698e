import { makeFolders } from "@media/kernel/PrivateFolder"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { readdir, readFile, rm, stat, utimes } from "node:fs/promises"
import { join } from "node:path"
import { isLease, STAMP_NAME } from "./AssetPaths.ts"
import { writeAtomically } from "./WriteAtomically.ts"

/** The source as it was when something was made from it. `mtimeMs`: since 1970. */
export interface SourceStamp {
  readonly sizeBytes: number
  readonly mtimeMs: number
}

/** `generation` changes whenever files of before and after would not fit together. */
export const AssetStamp = Schema.Struct({
  generation: Schema.String,
  sizeBytes: Schema.Number,
  mtimeMs: Schema.Number
})
export type AssetStamp = typeof AssetStamp.Type

/** The same file by size and time; a database column may hold whole milliseconds only. */
export const isSameSource = (a: SourceStamp, b: SourceStamp): boolean =>
  a.sizeBytes === b.sizeBytes && Math.floor(a.mtimeMs) === Math.floor(b.mtimeMs)

/** The folder of one item and kind. Rejects with errno errors only. */
export class AssetFolder {
  readonly directory: string

  constructor(directory: string) {
    this.directory = directory
  }

  file(name: string): string {
    return join(this.directory, name)
  }

  /** None when the folder does not exist. */
  async names(): Promise<ReadonlyArray<string>> {
    return readdir(this.directory).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") return []
      throw cause
    })
  }

  /** When a file was written, in ms since 1970; before all times when it does not exist. */
  async madeAt(name: string): Promise<number> {
    const facts = await stat(this.file(name)).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") return undefined
      throw cause
    })
    return facts === undefined ? Number.NEGATIVE_INFINITY : Math.ceil(facts.mtimeMs)
  }

  /** What its files were made from; `undefined` when nothing was begun or the file is damaged. */
  stamp(): Promise<AssetStamp | undefined> {
    return this.readJson(STAMP_NAME, AssetStamp)
  }

  /** Makes the folder, if it is missing. Rejects with the file system's error. */
  make(): Promise<void> {
    return makeFolders(this.directory, 0o777)
  }

  /**
   * Makes the folder fit for a generation: what another one left is removed, but for what `isKept`; `prepare` writes what
   * belongs to every folder of the kind; the stamp comes last. Cheap when the folder fits already.
   */
  async begin(
    stamp: AssetStamp,
    isKept: (name: string, isSameSource: boolean) => boolean,
    prepare: () => Promise<void>
  ): Promise<void> {
    await this.make()
    const present = await this.stamp()
    if (present?.generation === stamp.generation) return
    const isSame = present === undefined || isSameSource(present, stamp)
    // A lease of another process is about the item, whatever its generation.
    await this.clear((name) => !isLease(name) && !isKept(name, isSame))
    await prepare()
    await this.write(STAMP_NAME, JSON.stringify(stamp))
  }

  /** Marks the item as in use: eviction goes by this time (ms since 1970). */
  async touch(nowMs: number): Promise<void> {
    const seconds = nowMs / 1_000
    await utimes(this.file(STAMP_NAME), seconds, seconds).catch(() => {})
  }

  async clear(shouldRemove: (name: string) => boolean): Promise<void> {
    for (const name of await this.names()) {
      if (shouldRemove(name)) await rm(this.file(name), { force: true, recursive: true })
    }
  }

  async remove(): Promise<void> {
    await rm(this.directory, { force: true, recursive: true })
  }

  /** Of all files, those in folders included. Temporary ones get their names meanwhile: what is gone counts nothing. */
  async bytes(): Promise<number> {
    let bytes = 0
    for (const name of await this.names()) {
      const facts = await stat(this.file(name)).catch(() => undefined)
      if (facts === undefined) continue
      bytes += facts.isDirectory() ? await new AssetFolder(this.file(name)).bytes() : facts.size
    }
    return bytes
  }

  /** See `writeAtomically`. */
  write(name: string, content: string | Buffer): Promise<void> {
    return writeAtomically(this.file(name), content)
  }

  /** `undefined` when there is none, or it does not fit the schema. */
  async readJson<A, I>(name: string, schema: Schema.Schema<A, I>): Promise<A | undefined> {
    const text = await readFile(this.file(name), "utf8").catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") return undefined
      throw cause
    })
    if (text === undefined) return undefined
    return Either.getOrUndefined(Schema.decodeEither(Schema.parseJson(schema))(text))
  }
}
