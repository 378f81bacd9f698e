import { Unreadable, type UnreadableCode } from "../Ffprobe.ts"

/** The messages for every failure to read a file. */
const REASONS: Readonly<Record<UnreadableCode, string>> = {
  "not-found": "The file does not exist",
  "no-permission": "The server does not have permission to read this file (check its permissions)",
  "not-a-file": "This is not a regular file",
  "io-error": "Reading the file failed (disk or network error)",
  empty: "The file is empty",
  "not-media": "This is not a media file (no recognizable container)",
  incomplete: "The file is incomplete (its index is missing)",
  playlist: "This is a playlist or text document with the extension of a media file",
  image: "This is an image, not a video",
  subtitles: "These are subtitles, not a video",
  text: "This is a text file, not a video",
  "no-streams": "The file contains neither video nor audio",
  "no-video": "The file contains no video stream",
  "no-audio": "The file contains no audio stream",
  "no-frames": "The file contains no frames (an initialization segment?)",
  "too-large": "The frames are too large to decode",
  "too-complex": "Examining the file takes more memory than is allowed for one file",
  "too-slow": "Examining the file takes more CPU time than is allowed for one file",
  encrypted: "The video is encrypted (DRM) and cannot be played",
  "unknown-codec": "The installed ffmpeg does not know how this video is encoded",
  broken: "The file is damaged: its headers cannot be read"
}

/** Messages for audio tracks. They replace the messages that speak of a video. */
const SOUND_REASONS: Readonly<Partial<Record<UnreadableCode, string>>> = {
  image: "This is an image, not audio",
  subtitles: "These are subtitles, not audio",
  text: "This is a text file, not audio",
  "no-streams": "The file contains no audio",
  "no-frames": "The file contains no audio data (it may have been cut off)",
  encrypted: "The audio is encrypted (DRM) and cannot be played",
  "unknown-codec": "The installed ffmpeg does not know how this audio is encoded"
}

/**
 * Replaces the default message, which speaks of a video, with the message for an audio track. Keeps a more specific
 * message.
 */
export const aboutSound = ({ code, reason }: Unreadable): Unreadable =>
  unreadable(code, reason === REASONS[code] ? SOUND_REASONS[code] : reason)

/** Creates the error. `reason` is a more specific message that replaces the default message. */
export const unreadable = (code: UnreadableCode, reason = REASONS[code]): Unreadable =>
  new Unreadable({ code, reason })

interface Sign {
  readonly text: string
  readonly code: UnreadableCode
}

/** Phrases in ffprobe's messages on stderr, with the code for each. The first phrase that matches is used. */
const SIGNS: ReadonlyArray<Sign> = [
  { text: "_pipe @", code: "image" },
  { text: "[image2 @", code: "image" },
  { text: "[hls @", code: "playlist" },
  { text: "[concat @", code: "playlist" },
  { text: "[dash @", code: "playlist" },
  { text: "Format not on whitelist", code: "not-media" },
  { text: "No such file or directory", code: "not-found" },
  { text: "Permission denied", code: "no-permission" },
  { text: "Input/output error", code: "io-error" },
  { text: "Cannot allocate memory", code: "too-complex" },
  { text: "moov atom not found", code: "incomplete" }
]

/** The kind of the file according to its first bytes. See `FileSniff`. */
interface Container {
  readonly isIsoMedia: boolean
  readonly isKnown: boolean
}

/**
 * Returns the reason why ffprobe gave up. ffprobe reports a missing `moov` even for files that are not in an ISO
 * format. Such a file is damaged, or is not a media file at all.
 */
export const reasonFromStderr = (stderr: string, { isIsoMedia, isKnown }: Container): Unreadable => {
  const sign = SIGNS.find(({ text }) => stderr.includes(text))
  if (sign === undefined) return unreadable(isKnown ? "broken" : "not-media")
  if (sign.code === "incomplete" && !isIsoMedia) return unreadable(isKnown ? "broken" : "not-media")
  return unreadable(sign.code)
}
