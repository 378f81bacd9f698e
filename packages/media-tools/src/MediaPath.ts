/**
 * A file name as the disk knows it: a Buffer if it is not valid UTF-8 (a string would lose bytes, and `stat` on that
 * name is ENOENT), otherwise either form.
 */
export type MediaPath = string | Buffer

/** The path as a string if that is lossless, otherwise `undefined`. */
export const exactString = (path: MediaPath): string | undefined => {
  if (typeof path === "string") return path
  const text = path.toString("utf8")
  return Buffer.from(text, "utf8").equals(path) ? text : undefined
}

/** For messages only; never open it. */
export const displayName = (path: MediaPath): string => {
  const text = typeof path === "string" ? path : path.toString("utf8")
  return text.slice(text.lastIndexOf("/") + 1)
}
