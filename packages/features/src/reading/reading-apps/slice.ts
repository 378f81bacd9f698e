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
  about: "the one place in a book, told to and by KOReader and apps of Readium, and the keys they sign in by",
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
    koreader: "places in the words of KOReader",
    native: "a place as the app that reported it calls it",
    places: "where one stands in a book, and its documents",
    progression: "reading and writing a progression",
    readium: "places in the words of Readium and of OPDS Progression 1.0"
  }
})
