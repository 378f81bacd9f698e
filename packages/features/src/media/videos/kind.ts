import { releaseDateOf, releaseTitleOf } from "@media/naming/release/releaseName"
import { VIDEO_EXTENSIONS } from "@media/naming/videoExtensions"
import { endings, mediaKind } from "../../MediaKind.ts"
import { onlyIf, startsWith } from "../../Signatures.ts"

/**
 * Accepts only MPEG transport streams, whose packets begin with the byte 0x47. On Blu-ray discs, four more bytes
 * precede each packet, so that the byte is at position 4.
 */
const transportStream = onlyIf(
  "Not an MPEG transport stream (perhaps a source file with the same extension)",
  (head) => head.length > 0 && (head[0] === 0x47 || head[4] === 0x47)
)

const oggVideos = ["\x80theora", "\x01video\0", "OVP80", "BBCD\0", "\x80daala", "fishead\0"]

/**
 * Accepts Ogg files with a video codec. The start of the file is enough to decide this, because it contains the first
 * packets of all streams, which name the codecs.
 */
const oggVideo = onlyIf("The file contains audio but no video", (head) => {
  const text = head.toString("latin1")
  return startsWith(head, "OggS") ? oggVideos.some((sign) => text.includes(sign)) : undefined
})

export const videoKind = mediaKind({
  kind: "video",
  contents: "videos",
  paths: {
    list: "/api/videos",
    bytes: "/api/video-stream/:id/source",
    roles: ["/api/video/movies", "/api/video/episodes"]
  },
  extensions: {
    ...endings(VIDEO_EXTENSIONS),
    ts: transportStream,
    ogg: oggVideo
  },
  titleOf: releaseTitleOf,
  dateOf: releaseDateOf,
  isProbed: true,
  assetSuffixes: ["-preview.mp4", "-thumb.jpg", "-card.jpg", "-sprite.jpg"]
})
