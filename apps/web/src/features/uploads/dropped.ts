/** A file, and its folder relative to the dropped or chosen one. */
export interface ChosenFile {
  readonly file: File
  readonly folder: string
}

const isHidden = ({ name }: { readonly name: string }): boolean => name.startsWith(".")

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** A browser hands over at most 100 entries at once, and nothing when it has named them all. */
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
  // Skips files that operating systems create, such as .DS_Store.
  if (isHidden(entry)) return []
  if (entry.isFile) return [{ file: await fileOf(entry as FileSystemFileEntry), folder }]
  const below = folder === "" ? entry.name : `${folder}/${entry.name}`
  const inside = await entriesOf(entry as FileSystemDirectoryEntry)
  return (await Promise.all(inside.map((child) => walk(child, below)))).flat()
}

/** Every file that was dropped, those in folders as well. Called while the event is handled: later its data is gone. */
export const droppedFiles = (data: DataTransfer): Promise<ReadonlyArray<ChosenFile>> => {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry())
  if (entries.length === 0 || entries.some((entry) => entry === null))
    return Promise.resolve([...data.files].map((file) => ({ file, folder: "" })))
  return Promise.all(entries.map((entry) => walk(entry!, ""))).then((found) => found.flat())
}
