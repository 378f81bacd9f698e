/** True for names that begin with a single dot. "...And Justice for All" is a title and not hidden. */
export const isHidden = (name: string): boolean => /^\.[^.]/s.test(name) || name === "."

const systemFolders = new Set([
  "@eadir",
  "#recycle",
  "$recycle.bin",
  "lost+found",
  "system volume information",
  "__macosx"
])

/** Returns the reason why a folder with this name never contains media, or undefined if it may contain media. */
export const skippedFolderReason = (name: string): string | undefined => {
  if (isHidden(name)) return "Hidden folder"
  return systemFolders.has(name.toLowerCase()) ? "System folder, not part of the library" : undefined
}
