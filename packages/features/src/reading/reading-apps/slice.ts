import { defineSlice } from "../../defineSlice.ts"
import { ReadingKeysGroup } from "./contract.ts"
import { ReadingKeysLive } from "./http.ts"
import {
  koreaderAuthorized,
  koreaderElse,
  koreaderProgressRead,
  koreaderProgressWritten,
  koreaderRegister,
  progressionRead,
  progressionWritten
} from "./raw.ts"

export const readingAppsSlice = defineSlice({
  name: "reading-apps",
  about:
    "the reading position, synchronized with KOReader and Readium apps, and the keys that these apps sign in with",
  stores: "keys, and the MD5 by which KOReader names a file, as rows",
  open: ["readium"],
  groups: [[ReadingKeysGroup, ReadingKeysLive]],
  raw: [
    koreaderAuthorized,
    koreaderRegister,
    koreaderProgressRead,
    koreaderProgressWritten,
    koreaderElse,
    progressionRead,
    progressionWritten
  ],
  concepts: {
    failures: "errors in the formats of these apps",
    koreader: "reading positions in the format of KOReader",
    native: "a reading position in the format of the app that reported it",
    bookPositions: "the position of an account in a book, and the documents of the book",
    progression: "reading and writing a progression",
    readium: "reading positions in the formats of Readium and of OPDS Progression 1.0"
  }
})
