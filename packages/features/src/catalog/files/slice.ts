import { defineSlice } from "../../defineSlice.ts"

export const filesSlice = defineSlice({
  name: "files",
  about: "scan records: the scan result of each file below a root, and how files become items",
  stores: "one record per file, as rows; it writes events of items",
  concepts: {
    AbsentFolders: "finds files in folders that a scan no longer finds",
    Classify: "decides the scan result of a file from its name, its record and its first bytes",
    Compare: "decides whether a file has changed since it was recorded",
    Connected: "decides whether the disk of a root is connected",
    Entities: "loads the items at a path",
    FileKind: "the media kinds that claim a file name",
    IngestBatch: "writes a batch of classified files in one transaction",
    Manifest: "reads the recorded files of a root",
    MoveCandidates: "finds missing items that a new file may be, because of its size",
    Moves: "decides which new files are existing files that were moved",
    PathHashes: "the hash that identifies a path",
    Plan: "the events and records to write for a batch of files",
    Recognize: "classifies files by their first bytes when the name is not enough",
    Records: "writes the records of files, and locks a root",
    RootIdentity: "decides whether a root is still the same folder",
    ScanTally: "the number of files per scan result",
    Sniff: "reads the first bytes of files to determine their kind",
    ScanResults: "decides whether a file becomes an item, and the reason if it does not"
  }
})
