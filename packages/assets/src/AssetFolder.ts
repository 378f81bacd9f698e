import { makeFolders } from "@media/kernel/PrivateFolder"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { readdir, readFile, rm, stat, utimes } from "node:fs/promises"
import { join } from "node:path"
import { isLease, STAMP_NAME } from "./AssetPaths.ts"
import { writeAtomically } from "./WriteAtomically.ts"

/**
 * Size and modification time of the media file from which assets were generated. `mtimeMs` is in milliseconds since
 * 1970.
 */
export interface SourceStamp {
  readonly sizeBytes: number
  readonly mtimeMs: number
}

/**
 * Records the media file from which the files in a folder were generated, and the settings that were used. `generation`
 * is a text that differs whenever new files could not be used together with old ones.
 */
export const AssetStamp = Schema.Struct({
  generation: Schema.String,
  sizeBytes: Schema.Number,
  mtimeMs: Schema.Number
})
export type AssetStamp = typeof AssetStamp.Type

/** True if size and time are equal. Ignores fractions of milliseconds, which a database column may not store. */
export const isSameSource = (a: SourceStamp, b: SourceStamp): boolean =>
  a.sizeBytes === b.sizeBytes && Math.floor(a.mtimeMs) === Math.floor(b.mtimeMs)

/** The folder with the generated files of one item and asset kind. All methods reject only with errno errors. */
export class AssetFolder {
  readonly directory: string

  constructor(directory: string) {
    this.directory = directory
  }

  file(name: string): string {
    return join(this.directory, name)
  }

  /** Returns the names of the files, or an empty list if the folder does not exist. */
  async names(): Promise<ReadonlyArray<string>> {
    return readdir(this.directory).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") return []
      throw cause
    })
  }

  /** Returns the time when a file was written, in ms since 1970, or negative infinity if the file does not exist. */
  async madeAt(name: string): Promise<number> {
    const facts = await stat(this.file(name)).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") return undefined
      throw cause
    })
    return facts === undefined ? Number.NEGATIVE_INFINITY : Math.ceil(facts.mtimeMs)
  }

  /** Returns the stamp of the folder's files, or `undefined` if there is no stamp or it is damaged. */
  stamp(): Promise<AssetStamp | undefined> {
    return this.readJson(STAMP_NAME, AssetStamp)
  }

  /** Creates the folder and its parents if they do not exist. */
  make(): Promise<void> {
    return makeFolders(this.directory, 0o777)
  }

  /**
   * Prepares the folder for the generation in `stamp`. If the folder is already prepared, does nothing. Otherwise,
   * deletes the files of another generation, except the files that `isKept` accepts. Then calls `prepare`, which writes
   * the files that every folder of the kind needs. Writes the stamp last, so that an interrupted preparation is
   * repeated.
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
    // Leases are kept, because the lease of another process protects the item regardless of the generation.
    await this.clear((name) => !isLease(name) && !isKept(name, isSame))
    await prepare()
    await this.write(STAMP_NAME, JSON.stringify(stamp))
  }

  /** Records `nowMs` (in ms since 1970) as the time of the last use, by which eviction orders the items. */
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

  /**
   * Returns the total size of all files in bytes, including subfolders. A file that disappears after it was listed
   * counts as 0 bytes: temporary files, for example, are renamed when they are complete.
   */
  async bytes(): Promise<number> {
    let bytes = 0
    for (const name of await this.names()) {
      const facts = await stat(this.file(name)).catch(() => undefined)
      if (facts === undefined) continue
      bytes += facts.isDirectory() ? await new AssetFolder(this.file(name)).bytes() : facts.size
    }
    return bytes
  }

  /** Writes a file atomically. See `writeAtomically`. */
  write(name: string, content: string | Buffer): Promise<void> {
    return writeAtomically(this.file(name), content)
  }

  /** Reads a JSON file. Returns `undefined` if it does not exist or does not match the schema. */
  async readJson<A, I>(name: string, schema: Schema.Schema<A, I>): Promise<A | undefined> {
    const text = await readFile(this.file(name), "utf8").catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") return undefined
      throw cause
    })
    if (text === undefined) return undefined
    return Either.getOrUndefined(Schema.decodeEither(Schema.parseJson(schema))(text))
  }
}
