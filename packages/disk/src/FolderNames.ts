/** "...And Justice for All" is a title: hidden is what begins with one dot. */
export const isHidden = (name: string): boolean => /^\.[^.]/s.test(name) || name === "."

const systemFolders = new Set([
  "@eadir",
  "#recycle",
  "$recycle.bin",
  "lost+found",
  "system volume information",
  "__macosx"
])

/** Why a folder of this name never holds what people collected; undefined when it may. */
export const skippedFolderReason = (name: string): string | undefined => {
  if (isHidden(name)) return "Hidden folder"
  return systemFolders.has(name.toLowerCase()) ? "Folder of the system, not of the collection" : undefined
}
