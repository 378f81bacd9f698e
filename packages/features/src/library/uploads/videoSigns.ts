import { startsWith } from "../../Signatures.ts"

const is = (bytes: ReadonlyArray<number>, at = 0) => {
  const signature = Buffer.from(bytes).toString("latin1")
  return (head: Buffer): boolean => startsWith(head, signature, at)
}
const boxes = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]

/** The first bytes of video containers. */
const signs: ReadonlyArray<(head: Buffer) => boolean> = [
  (head) => boxes.some((box) => startsWith(head, box, 4)),
  // Matroska and WebM
  is([0x1a, 0x45, 0xdf, 0xa3]),
  (head) => startsWith(head, "RIFF") && ["AVI ", "AMV "].some((form) => startsWith(head, form, 8)),
  // Windows Media
  is([0x30, 0x26, 0xb2, 0x75]),
  (head) => startsWith(head, "FLV"),
  (head) => startsWith(head, "OggS"),
  (head) => startsWith(head, ".RMF"),
  // MPEG program streams, and elementary streams of MPEG-1 and MPEG-2
  is([0, 0, 1, 0xba]),
  is([0, 0, 1, 0xb3]),
  // MPEG transport streams, with packets of 188 bytes, or 192 bytes on Blu-ray discs
  (head) => head[0] === 0x47 && (head.length <= 188 || head[188] === 0x47),
  (head) => head[4] === 0x47 && head[196] === 0x47,
  // MXF, DV, and recordings of Windows Media Center
  is([0x06, 0x0e, 0x2b, 0x34]),
  is([0x1f, 0x07, 0x00]),
  is([0xb7, 0xd8, 0x00, 0x20])
]

/**
 * True if the first bytes of a file are those of a video container. Uploads are checked this way before the file is
 * stored, whereas a scan accepts files by name and examines them later.
 */
export const beginsLikeVideo = (head: Buffer): boolean => signs.some((sign) => sign(head))
