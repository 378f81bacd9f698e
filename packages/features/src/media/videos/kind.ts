import { endings, mediaKind } from "../../MediaKind.ts"
import { onlyIf, startsWith } from "../../Signatures.ts"
import { releaseDateOf, releaseTitleOf } from "../../catalog/items/releaseName.ts"

/** Packets of 188 bytes begin with 0x47, those of a Blu-ray with four bytes before it. */
const transportStream = onlyIf(
  "Not an MPEG transport stream (a source file with the same ending?)",
  (head) => head.length > 0 && (head[0] === 0x47 || head[4] === 0x47)
)

const oggVideos = ["\x80theora", "\x01video\0", "OVP80", "BBCD\0", "\x80daala", "fishead\0"]

/** The first packet of every stream comes before all others, and names the codec. */
const oggVideo = onlyIf("It holds sound and no video", (head) => {
  const text = head.toString("latin1")
  return startsWith(head, "OggS") ? oggVideos.some((sign) => text.includes(sign)) : undefined
})

export const videoKind = mediaKind({
  kind: "video",
  contents: "videos",
  paths: { list: "/api/videos", bytes: "/api/video-stream/:id/source" },
  extensions: {
    ...endings("mp4 m4v mkv mk3d mov qt webm avi divx wmv asf flv f4v m2ts mts m2t mpg mpeg mpe m1v m2v vob"),
    ...endings("ogv ogm 3gp 3g2 rm rmvb dv mxf amv wtv dvr-ms"),
    ts: transportStream,
    ogg: oggVideo
  },
  titleOf: releaseTitleOf,
  dateOf: releaseDateOf,
  isProbed: true,
  assetSuffixes: ["-preview.mp4", "-thumb.jpg", "-card.jpg", "-sprite.jpg"]
})
