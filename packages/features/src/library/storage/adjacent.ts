import { type FolderInside, openFolderInside } from "@media/kernel/FolderInside"
import { writeWhole } from "@media/kernel/WriteWhole"
import { constants } from "node:fs"
import { lstat, open, readdir, rmdir, unlink } from "node:fs/promises"
import { isGeneratedName, isOurName, isOurTemporary, itemOfNote, noteOf } from "./adjacentNames.ts"
import { copyWhole } from "./copyWhole.ts"
import { notFor, ofCache } from "./errors.ts"
import { ADJACENT_FOLDER, NOTE_NAME } from "./ids.ts"

/** The location of a media file: the root, and the path relative to the root in the raw bytes of the file system. */
export interface MediaLocation {
  readonly root: string
  readonly path: Buffer
}

export interface Amount {
  readonly files: number
  readonly bytes: number
}
const nothing: Amount = { files: 0, bytes: 0 }

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? ""
const unless =
  (...codes: ReadonlyArray<string>) =>
  (cause: unknown): undefined => {
    if (!codes.includes(codeOf(cause))) throw cause
    return undefined
  }
const unlessGone = unless("ENOENT", "ENOTDIR")
const unlessUsed = unless("ENOTEMPTY", "EEXIST", "ENOENT")

const partsOf = ({ path }: MediaLocation): { readonly folder: Buffer; readonly name: Buffer } => {
  const slash = path.lastIndexOf(0x2f)
  return { folder: path.subarray(0, Math.max(0, slash)), name: path.subarray(slash + 1) }
}

/** Calls `work` with the opened folder, and then closes the folder. Returns undefined if the folder does not exist. */
const within = async <A>(
  opened: Promise<FolderInside | undefined>,
  work: (folder: FolderInside) => Promise<A>
): Promise<A | undefined> => {
  const folder = await opened
  if (folder === undefined) return undefined
  try {
    return await work(folder)
  } finally {
    await folder.close()
  }
}

/** Returns the content of a file, or undefined if the file does not exist or is a link. */
const readPlain = async (path: Buffer): Promise<Buffer | undefined> => {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(path, flags).catch(unless("ENOENT", "ELOOP"))
  if (file === undefined) return undefined
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/**
 * Returns the id of the item that owns the generated files in a folder, according to the note in that folder. Returns
 * undefined if the folder has no note, or if another program wrote the note.
 */
const itemIn = async (own: FolderInside): Promise<string | undefined> => {
  const note = await readPlain(own.at(NOTE_NAME))
  return note === undefined ? undefined : itemOfNote(note.toString("utf8"))
}

const amountIn = async (own: FolderInside, names: ReadonlyArray<string>): Promise<Amount> => {
  let bytes = 0
  for (const name of names) bytes += (await lstat(own.at(name))).size
  return { files: names.length, bytes }
}

/**
 * Fails if the media file does not have the recorded size and modification time, for example because another disk is
 * mounted in its place.
 */
const requireMedia = async (folder: FolderInside, name: Buffer, { mtimeMs, size }: Known): Promise<void> => {
  const found = await lstat(folder.at(name)).catch(unless("ENOENT"))
  if (found?.isSymbolicLink() === true)
    throw notFor("The file is a symbolic link, which the server does not follow.")
  if (found?.isFile() !== true || found.size !== size || Math.floor(found.mtimeMs) !== mtimeMs)
    throw notFor("The file is missing or has changed since the last scan. Is the right disk connected?")
}

/**
 * Writes the note that assigns the folder to this item. Fails if the folder contains files of another program or of
 * another existing item.
 */
const claim = async (own: FolderInside, { isForgotten, itemId }: Owner): Promise<void> => {
  const names = await readdir(own.path)
  const item = await itemIn(own)
  if (item === itemId) return
  const isFree = item === undefined ? names.every(isOurTemporary) : await isForgotten(item)
  if (!isFree) throw notFor("The folder for generated files contains files of another item or installation.")
  for (const name of names.filter(isGeneratedName)) await unlink(own.at(name))
  await writeWhole(own.at(NOTE_NAME), (file) => file.writeFile(noteOf(itemId)))
}

/** The size in bytes and the modification time of the media file, as recorded by the library. */
export interface Known {
  readonly size: number
  readonly mtimeMs: number
}
export interface Owner {
  readonly itemId: string
  /** Returns true if this server once had the item and the item no longer exists. */
  readonly isForgotten: (itemId: string) => Promise<boolean>
}
export interface GeneratedFile {
  /** The absolute path in the cache. */
  readonly path: string
  readonly name: string
}
export interface Put {
  readonly moved: Amount
  /** The number and size of all generated files that are now next to the media file. */
  readonly there: Amount
}

/**
 * Moves generated files from the cache to the folder next to the media file. Copies, flushes and renames the files, and
 * only then deletes them from the cache. After an interruption, another call finishes the move. Files in the folder
 * that `keep` rejects are outdated and are deleted.
 */
export const putAdjacent = async (
  location: MediaLocation,
  known: Known,
  owner: Owner,
  { files, keep }: { readonly files: ReadonlyArray<GeneratedFile>; readonly keep: (name: string) => boolean }
): Promise<Put> => {
  const { folder, name } = partsOf(location)
  const put = async (own: FolderInside): Promise<Put> => {
    await claim(own, owner)
    let bytes = 0
    for (const file of files) bytes += (await copyWhole(file.path, own, file.name)) ?? 0
    await own.sync()
    for (const { path } of files) await unlink(path).catch(unless("ENOENT")).catch(ofCache)
    const names = await readdir(own.path)
    for (const old of names.filter((each) => isOurTemporary(each) || (isGeneratedName(each) && !keep(each))))
      await unlink(own.at(old))
    return {
      moved: { files: files.length, bytes },
      there: await amountIn(
        own,
        names.filter((each) => isGeneratedName(each) && keep(each))
      )
    }
  }
  const done = await within(openFolderInside(location.root, folder), async (parent) => {
    await requireMedia(parent, name, known)
    return within(parent.folder(ADJACENT_FOLDER, true), (assets) => within(assets.folder(name, true), put))
  })
  return done ?? { moved: nothing, there: nothing }
}

/**
 * Calls `work` with the folder of generated files next to a media file, and the names in that folder. Returns undefined
 * without calling `work` if the note in the folder does not name the item as its owner. The media file itself may be
 * missing.
 */
const withOwn = <A>(
  { location, itemId }: { readonly location: MediaLocation; readonly itemId: string },
  work: (own: FolderInside, names: ReadonlyArray<string>) => Promise<A>
): Promise<A | undefined> => {
  const { folder, name } = partsOf(location)
  return within(openFolderInside(location.root, folder).catch(unlessGone), (parent) =>
    within(parent.folder(ADJACENT_FOLDER).catch(unlessGone), (assets) =>
      within(assets.folder(name).catch(unlessGone), async (own) =>
        (await itemIn(own)) === itemId ? work(own, await readdir(own.path)) : undefined
      )
    )
  )
}

/**
 * Returns the number and size of an item's generated files next to its media file. Files in a folder with another owner
 * do not count.
 */
export const adjacentAmount = async (of: {
  readonly location: MediaLocation
  readonly itemId: string
}): Promise<Amount> =>
  (await withOwn(of, (own, names) => amountIn(own, names.filter(isGeneratedName)))) ?? nothing

/**
 * Copies the generated files that `keep` accepts back to the cache, to the folders that `folderFor` returns. Returns
 * the number and size of the copied files.
 */
export const takeAdjacent = async (
  of: { readonly location: MediaLocation; readonly itemId: string },
  keep: (name: string) => boolean,
  folderFor: (name: string) => Promise<string>
): Promise<Amount> =>
  (await withOwn(of, async (own, names) => {
    let files = 0
    let bytes = 0
    for (const name of names.filter((each) => isGeneratedName(each) && keep(each))) {
      const target = await openFolderInside(await folderFor(name).catch(ofCache), Buffer.alloc(0)).catch(
        ofCache
      )
      const copy = async () => {
        const size = await copyWhole(own.at(name), target, name)
        await target.sync()
        return size
      }
      const size = await copy()
        .catch(ofCache)
        .finally(() => target.close())
      files += size === undefined ? 0 : 1
      bytes += size ?? 0
    }
    return { files, bytes }
  })) ?? nothing

/**
 * Deletes the files that the server itself stored next to a media file, and deletes the note last. Then deletes the
 * server's folders if they are empty. Returns the number and size of the deleted files.
 */
export const removeAdjacent = async (of: {
  readonly location: MediaLocation
  readonly itemId: string
}): Promise<Amount> => {
  const { folder, name } = partsOf(of.location)
  const gone = await withOwn(of, async (own, names) => {
    const amount = await amountIn(own, names.filter(isGeneratedName))
    for (const each of names) if (isOurName(each) && each !== NOTE_NAME) await unlink(own.at(each))
    await unlink(own.at(NOTE_NAME))
    return amount
  })
  await within(openFolderInside(of.location.root, folder).catch(unlessGone), async (parent) => {
    // Also deletes empty folders that an interrupted move or removal left behind.
    await within(parent.folder(ADJACENT_FOLDER).catch(unlessGone), (assets) =>
      rmdir(assets.at(name)).catch(unlessUsed)
    )
    await rmdir(parent.at(ADJACENT_FOLDER)).catch(unlessUsed)
  })
  return gone ?? nothing
}

/** Returns the content of one generated file, or undefined if the file does not exist or is a link. */
export const readAdjacent = (
  of: { readonly location: MediaLocation; readonly itemId: string },
  name: string
): Promise<Buffer | undefined> => withOwn(of, (own) => readPlain(own.at(name)))

/** Returns the absolute path of one generated file, or undefined if the file does not exist or is a link. */
export const adjacentPath = (
  of: { readonly location: MediaLocation; readonly itemId: string },
  name: string
): Promise<Buffer | undefined> =>
  withOwn(of, async (own) => {
    const found = await lstat(own.at(name)).catch(unlessGone)
    if (found?.isFile() !== true) return undefined
    const { folder, name: file } = partsOf(of.location)
    const below = [folder, ADJACENT_FOLDER, file, name].map((part) => Buffer.from(part))
    return Buffer.concat([
      Buffer.from(of.location.root),
      ...below.flatMap((part) => [Buffer.from("/"), part])
    ])
  })
