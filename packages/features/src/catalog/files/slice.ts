import { defineSlice } from "../../defineSlice.ts"

export const filesSlice = defineSlice({
  name: "files",
  about: "what is known of each file below a root, and how files become items",
  stores: "one record per file, as rows; it writes events of items",
  concepts: {
    AbsentFolders: "files of folders that a scan no longer finds",
    Classify: "the scan result of one file, from its name, its record and its first bytes",
    Compare: "whether a file changed since it was recorded",
    Connected: "whether the disk of a root is connected",
    Entities: "the items that lie at a path",
    FileKind: "the kind of media that a file name claims",
    IngestBatch: "a batch of classified files, written in one transaction",
    Manifest: "what was recorded of the files of a root",
    MoveCandidates: "missing items that a new file may be",
    Moves: "which new files are moved ones",
    PathHashes: "the hash that names a path",
    Plan: "the events and records that a batch of files needs",
    Recognize: "files whose kind only their first bytes tell",
    Records: "the records of files, and the lock of a root",
    RootIdentity: "whether a root is still the folder that it was",
    ScanTally: "how a scan went, in files",
    Sniff: "the first bytes of files",
    ScanResults: "the reasons for which a file is not an item"
  }
})
