/** "...And Justice for All" is a title: only names that begin with a single dot are hidden. */
export const isHidden = (name: string): boolean => /^\.[^.]/s.test(name) || name === "."

const systemFolders = new Set([
  "@eadir",
  "#recycle",
  "$recycle.bin",
  "lost+found",
  "system volume information",
  "__macosx"
])

/** Explains why a folder of this name never contains media; undefined if it may. */
export const skippedFolderReason = (name: string): string | undefined => {
  if (isHidden(name)) return "Hidden folder"
  return systemFolders.has(name.toLowerCase()) ? "System folder, not part of the library" : undefined
}
