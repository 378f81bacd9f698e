/** Numbers of files and folders that a scan processed, by outcome. Stored as the result of the job run. */
export interface ScanTally {
  files: number
  folders: number
  unreadableFolders: number
  added: number
  changed: number
  moved: number
  found: number
  missing: number
  unchanged: number
  ignored: number
  failed: number
}

export const emptyTally = (): ScanTally => ({
  files: 0,
  folders: 0,
  unreadableFolders: 0,
  added: 0,
  changed: 0,
  moved: 0,
  found: 0,
  missing: 0,
  unchanged: 0,
  ignored: 0,
  failed: 0
})
