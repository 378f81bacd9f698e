import { startsWith } from "../../Signatures.ts"

/** The first bytes of music formats. */
const signs = [
  ...[
    "ID3",
    "fLaC",
    "OggS",
    "FORM",
    "MAC ",
    "wvpk",
    "TTA1",
    "DSD ",
    "FRM8",
    "caff",
    "MPCK",
    "MP+",
    "tBaK",
    "#!AMR"
  ],
  ...["ajkg", "riff", "\x1a\x45\xdf\xa3", "\x30\x26\xb2\x75\x8e\x66\xcf\x11", "\x0b\x77", "\x7f\xfe\x80\x01"]
]

/** True if the file begins with the sync bits of an MPEG audio or AAC frame and a valid MPEG version. */
const isFrame = (head: Buffer): boolean =>
  head.length >= 2 && head[0] === 0xff && (head[1]! & 0xe0) === 0xe0 && (head[1]! & 0x18) !== 0x08

/**
 * True if the first bytes of a file are those of an audio format. Uploads are checked this way before the file is
 * stored, whereas a scan accepts files by name and examines them later.
 */
export const beginsLikeSound = (head: Buffer): boolean =>
  signs.some((sign) => startsWith(head, sign)) ||
  (startsWith(head, "RIFF") && startsWith(head, "WAVE", 8)) ||
  startsWith(head, "ftyp", 4) ||
  isFrame(head)
