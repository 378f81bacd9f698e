/** Extensions that always mean a video. For `ts` and `ogg` files, the type depends on the content. */
export const VIDEO_EXTENSIONS =
  "mp4 m4v mkv mk3d mov qt webm avi divx wmv asf flv f4v m2ts mts m2t mpg mpeg mpe m1v m2v vob " +
  "ogv ogm 3gp 3g2 rm rmvb dv mxf amv wtv dvr-ms"

const all = new Set([...VIDEO_EXTENSIONS.split(" "), "ts", "ogg", "strm", "iso"])
const others = new Set(
  "nfo srt ass ssa sub idx vtt sup jpg jpeg png webp avif gif tbn txt url xml mp3 flac disc".split(" ")
)

/** Returns the extension of a file name in lower case. "" if the extension is unknown. */
export const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf(".")
  if (dot < 0 || name.length - dot > 7) return ""
  const extension = name.slice(dot + 1).toLowerCase()
  return all.has(extension) || others.has(extension) ? extension : ""
}

export const isVideoName = (name: string): boolean => all.has(extensionOf(name))
