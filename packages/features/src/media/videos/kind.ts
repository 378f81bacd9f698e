import { releaseDateOf, releaseTitleOf } from "@media/naming/release/releaseName"
import { VIDEO_EXTENSIONS } from "@media/naming/videoExtensions"
import { endings, mediaKind } from "../../MediaKind.ts"
import { onlyIf, startsWith } from "../../Signatures.ts"

/** Packets of 188 bytes begin with 0x47. On a Blu-ray, four bytes precede them. */
const transportStream = onlyIf(
  "Not an MPEG transport stream (a source file with the same ending?)",
  (head) => head.length > 0 && (head[0] === 0x47 || head[4] === 0x47)
)

const oggVideos = ["\x80theora", "\x01video\0", "OVP80", "BBCD\0", "\x80daala", "fishead\0"]

/** The first packet of every stream precedes all others and names the codec. */
const oggVideo = onlyIf("It holds sound and no video", (head) => {
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
