/** A file, and its folder relative to the folder that was dropped or selected. */
export interface ChosenFile {
  readonly file: File
  readonly folder: string
}

const isHidden = ({ name }: { readonly name: string }): boolean => name.startsWith(".")

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** Reads all entries of a folder. Browsers return at most 100 entries per call, and an empty list at the end. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<ReadonlyArray<FileSystemEntry>> => {
  const reader = folder.createReader()
  const found: Array<FileSystemEntry> = []
  for (;;) {
    const more = await new Promise<ReadonlyArray<FileSystemEntry>>((resolve, reject) =>
      reader.readEntries(resolve, reject)
    )
    if (more.length === 0) return found
    found.push(...more)
  }
}

const walk = async (entry: FileSystemEntry, folder: string): Promise<ReadonlyArray<ChosenFile>> => {
  // Skips hidden files, such as .DS_Store, which operating systems create.
  if (isHidden(entry)) return []
  if (entry.isFile) return [{ file: await fileOf(entry as FileSystemFileEntry), folder }]
  const below = folder === "" ? entry.name : `${folder}/${entry.name}`
  const inside = await entriesOf(entry as FileSystemDirectoryEntry)
  return (await Promise.all(inside.map((child) => walk(child, below)))).flat()
}

/**
 * Returns all dropped files, including files in dropped folders. Must be called during the drop event, because the
 * browser clears the data afterwards.
 */
export const droppedFiles = (data: DataTransfer): Promise<ReadonlyArray<ChosenFile>> => {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry())
  if (entries.length === 0 || entries.some((entry) => entry === null))
    return Promise.resolve([...data.files].map((file) => ({ file, folder: "" })))
  return Promise.all(entries.map((entry) => walk(entry!, ""))).then((found) => found.flat())
}
