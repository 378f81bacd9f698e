import { endings, mediaKind } from "../../MediaKind.ts"
import { archives, imageFiles, onlyIf, startsWith, unless } from "../../Signatures.ts"
import { titleOf } from "../../catalog/items/title.ts"

const track = unless("audio", ["a PDF document", ...archives, ...imageFiles])

/** Reason for rejecting a file that may contain video, in a library that contains audio but no videos. */
const noVideos = "The file may be a video, but this library does not contain videos"

/** Brands that Apple's programs write into music, audiobooks and DRM-protected music. */
const soundBrands = ["M4A ", "M4B ", "M4P "]
const soundMp4 = onlyIf(
  noVideos,
  (head) => startsWith(head, "ftyp", 4) && soundBrands.some((brand) => startsWith(head, brand, 8))
)

const cluster = "\x1f\x43\xb6\x75"

/**
 * Accepts WebM files without a video track. All tracks are listed before the first cluster. Therefore, the start of the
 * file is enough if it includes the beginning of the first cluster.
 */
const soundWebm = onlyIf(noVideos, (head) => {
  const text = head.toString("latin1")
  if (/V_[A-Z]{2}/.test(text)) return false
  return /A_[A-Z]{3}/.test(text) && text.includes(cluster) ? true : undefined
})

/** Accepts only DTS streams, because Linux device tree sources have the same extension. */
const dts = onlyIf("Not a DTS stream (perhaps a source file with the same extension)", (head) =>
  ["\x7f\xfe\x80\x01", "\xfe\x7f\x01\x80", "\x1f\xff\xe8\0", "\xff\x1f\0\xe8", "DTSHDHDR", "RIFF"].some(
    (signature) => startsWith(head, signature)
  )
)

/** Removes the track number of a ripped album from the title: `05 - Song` becomes `Song`. */
const trackTitleOf = (name: string): string =>
  titleOf(name.replace(/^(?:\d{1,2}-)?\d{1,3}\s*[-.]\s+(?=[^.\s])/, ""))

export const trackKind = mediaKind({
  kind: "track",
  contents: "audio",
  paths: { list: "/api/audio-tracks", bytes: "/api/audio-stream/:id" },
  extensions: {
    ...endings(
      "mp3 mp2 mpga flac wav w64 ogg oga opus spx aac m4a m4b m4p m4r wma aiff aif aifc alac",
      track
    ),
    ...endings("ape wv dsf dff mka weba mpc tta tak ac3 eac3 amr caf shn", track),
    dts,
    mp4: soundMp4,
    webm: soundWebm
  },
  titleOf: trackTitleOf,
  isProbed: false
})
