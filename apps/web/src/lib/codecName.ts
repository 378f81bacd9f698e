const codecNames: Readonly<Record<string, string>> = {
  h264: "H.264",
  hevc: "HEVC",
  av1: "AV1",
  vp8: "VP8",
  vp9: "VP9",
  mpeg4: "MPEG-4",
  mpeg2video: "MPEG-2",
  opus: "Opus",
  vorbis: "Vorbis",
  dts: "DTS",
  truehd: "TrueHD",
  eac3: "E-AC-3",
  ac3: "AC-3"
}
/** Returns the usual spelling of a codec: H.264, AAC. */
export const codecName = (codec: string): string => codecNames[codec] ?? codec.toUpperCase()
