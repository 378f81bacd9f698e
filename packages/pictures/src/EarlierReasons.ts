/**
 * Reasons that earlier versions recorded for an exceeded time limit, by the wall clock or for a killed decoder, and for
 * formats that they did not support. A worker examines these files once more after an upgrade. No reason of this
 * version may be listed here.
 */
export const earlierReasons: ReadonlyArray<string> = [
  "The picture cannot be read; it may be damaged.",
  "The picture cannot be read; it may be damaged or need too much memory.",
  "The PDF is damaged or needs too much memory.",
  "BMP pictures cannot be decoded by this server.",
  "JPEG 2000 pictures cannot be decoded by this server.",
  "Camera raw pictures cannot be decoded by this server.",
  "This is not a JPEG, PNG, WebP, AVIF, HEIC, JPEG XL or GIF picture."
]
