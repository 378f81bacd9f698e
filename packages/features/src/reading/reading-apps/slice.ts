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
  about: "synchronizes reading positions with KOReader and Readium apps, and manages their app keys",
  stores: "app keys, and the MD5 with which KOReader identifies a file, as rows",
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
    failures: "error responses in the formats of these apps",
    koreader: "converts reading positions to and from the KOReader format",
    native: "stores a reading position in the format of the app that reported it",
    bookPositions: "the position of an account in a book, and the documents of the book",
    progression: "reads and writes a progression",
    readium: "converts reading positions to and from the formats of Readium and OPDS Progression 1.0"
  }
})
