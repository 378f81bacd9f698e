import { mainAudio, mainVideo, type ProbeFacts, type StreamFacts } from "@media/media-tools/ProbeFacts"

const containerTypes: Readonly<Record<string, string>> = {
  mp4: "video/mp4",
  m4v: "video/mp4",
  mov: "video/quicktime",
  mkv: "video/x-matroska",
  webm: "video/webm",
  avi: "video/x-msvideo",
  ts: "video/mp2t",
  mpegts: "video/mp2t",
  mpeg: "video/mpeg",
  mpegvideo: "video/mpeg",
  flv: "video/x-flv",
  asf: "video/x-ms-asf",
  wmv: "video/x-ms-wmv",
  ogg: "video/ogg",
  rm: "application/vnd.rn-realmedia",
  wtv: "video/x-ms-wtv",
  dv: "video/dv",
  mxf: "application/mxf",
  "3gp": "video/3gpp",
  "3g2": "video/3gpp2"
}

const containerOfExtension: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "mp4 mov mkv webm avi ts flv wmv asf rm wtv dv mxf 3gp 3g2".split(" ").map((e) => [e, e])
  ),
  ...{
    m4v: "mp4",
    f4v: "mp4",
    qt: "mov",
    mk3d: "mkv",
    divx: "avi",
    amv: "avi",
    ogv: "ogg",
    ogm: "ogg",
    ogg: "ogg"
  },
  ...{ m2ts: "ts", mts: "ts", m2t: "ts", rmvb: "rm", "dvr-ms": "asf" },
  ...{ mpg: "mpeg", mpeg: "mpeg", mpe: "mpeg", vob: "mpeg", m1v: "mpegvideo", m2v: "mpegvideo" }
}

/** Returns the content type that the extension of a file suggests. It is used until the file was probed. */
export const contentTypeOfName = (fileName: string): string =>
  contentTypeOf(containerOfExtension[/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ""] ?? null)

/**
 * Returns the `Content-Type` of a container. An unknown container is sent as `application/octet-stream`, because
 * browsers must not guess its type.
 */
export const contentTypeOf = (container: string | null): string =>
  (container === null ? undefined : containerTypes[container]) ?? "application/octet-stream"

const avcProfiles: Readonly<Record<string, string>> = {
  "Constrained Baseline": "42e0",
  Baseline: "42e0",
  Main: "4d40",
  High: "6400",
  "High 10": "6e00",
  "High 4:2:2": "7a00",
  "High 4:4:4 Predictive": "f400"
}

const videoCodecString = (stream: StreamFacts | undefined): string | undefined => {
  switch (stream?.codec) {
    case "h264": {
      const profile = avcProfiles[stream.profile ?? ""] ?? "6400"
      return `avc1.${profile}${Math.round(stream.level ?? 40)
        .toString(16)
        .padStart(2, "0")}`
    }
    case "hevc":
      return stream.profile === "Main 10" ? "hvc1.2.4.L120.90" : "hvc1.1.6.L120.90"
    case "vp8":
      return "vp8"
    case "vp9":
      return "vp9"
    case "av1":
      return "av01.0.08M.08"
    default:
      return undefined
  }
}

const audioCodecString = (stream: StreamFacts | undefined): string | undefined => {
  switch (stream?.codec) {
    case "aac":
      return "mp4a.40.2"
    case "mp3":
      return "mp4a.6b"
    case "opus":
    case "vorbis":
    case "flac":
      return stream.codec
    case "ac3":
      return "ac-3"
    case "eac3":
      return "ec-3"
    default:
      return undefined
  }
}

/**
 * Returns the container, the codecs and the MIME type of a video, from which a browser can decide whether it can play
 * the original file. All values are null if the video has not been probed.
 */
export const directPlayable = (facts: ProbeFacts | undefined) => {
  if (facts === undefined) return { container: null, video: null, audio: null, mimeType: null }
  const video = mainVideo(facts)
  const audio = mainAudio(facts)
  const codecs = [videoCodecString(video), ...(audio === undefined ? [] : [audioCodecString(audio)])]
  const type = contentTypeOf(facts.container)
  return {
    container: facts.container,
    video: video?.codec ?? null,
    audio: audio?.codec ?? null,
    mimeType: codecs.includes(undefined)
      ? `${type}; codecs="unknown"`
      : `${type}; codecs="${codecs.join(", ")}"`
  }
}
