import { plainOriginalRoute } from "../items/original.ts"
import { trackKind } from "./kind.ts"

/** The original bytes, by ranges. */
export const audioSourceRoute = plainOriginalRoute({
  kind: trackKind,
  family: "audio/*",
  types: {
    mp3: "audio/mpeg",
    flac: "audio/flac",
    wav: "audio/wav",
    "ogg oga opus": "audio/ogg",
    aac: "audio/aac",
    "m4a m4b alac": "audio/mp4",
    wma: "audio/x-ms-wma",
    "aiff aif aifc": "audio/aiff",
    ape: "audio/x-ape",
    wv: "audio/x-wavpack",
    mka: "audio/x-matroska",
    "webm weba": "audio/webm"
  }
})
