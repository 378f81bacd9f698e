/**
 * True for names that begin with a single dot. Names that begin with several dots, such as the album "...And Justice
 * for All", are not hidden.
 */
export const isHidden = (name: string): boolean => /^\.[^.]/s.test(name) || name === "."

const systemFolders = new Set([
  "@eadir",
  "#recycle",
  "$recycle.bin",
  "lost+found",
  "system volume information",
  "__macosx"
])

/** Returns the reason why scans skip folders with this name, or undefined if they do not. */
export const skippedFolderReason = (name: string): string | undefined => {
  if (isHidden(name)) return "Hidden folder"
  return systemFolders.has(name.toLowerCase()) ? "System folder, not part of the library" : undefined
}
