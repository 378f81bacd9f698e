/**
 * Failure reasons that only earlier versions recorded: a wall-clock timeout, a killed decoder, and
 * formats that these versions did not support. After an upgrade, a worker examines files with these
 * reasons again. Do not list reasons that this version still records, because their files would be
 * examined again after every upgrade.
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
