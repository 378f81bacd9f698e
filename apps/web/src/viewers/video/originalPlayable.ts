import type { Video } from "@media/features/media/videos/contract"

/**
 * MIME types, keyed by file extension, for files that could not be examined. They contain no codecs, so `canPlayType`
 * returns "maybe" at best.
 */
const typesByEnding: Readonly<Record<string, string>> = {
  mp4: "video/mp4",
  m4v: "video/mp4",
  mov: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
  mkv: "video/x-matroska",
  ts: "video/mp2t",
  avi: "video/x-msvideo",
  wmv: "video/x-ms-wmv",
  flv: "video/x-flv",
  mpg: "video/mpeg",
  mpeg: "video/mpeg"
}

/**
 * Returns the MIME type of the original file for `canPlayType`. Returns undefined if neither the content nor the name
 * of the file indicates a type.
 */
export const originalType = ({ path, playback }: Pick<Video, "path" | "playback">): string | undefined =>
  playback.directPlayable.mimeType ?? typesByEnding[/\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ""]

/** True if this browser claims to support the original file. */
export const saysItPlays = (
  element: Pick<HTMLMediaElement, "canPlayType">,
  video: Pick<Video, "path" | "playback">
): boolean => {
  const type = originalType(video)
  return type !== undefined && element.canPlayType(type) !== ""
}
