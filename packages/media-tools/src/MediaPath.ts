/**
 * A path as the file system stores it. If the path is not valid UTF-8, it is a Buffer, because a string would lose
 * bytes, and `stat` would fail with ENOENT. Otherwise, it is a string or a Buffer.
 */
export type MediaPath = string | Buffer

/** Returns the path as a string if that is lossless, otherwise `undefined`. */
export const exactString = (path: MediaPath): string | undefined => {
  if (typeof path === "string") return path
  const text = path.toString("utf8")
  return Buffer.from(text, "utf8").equals(path) ? text : undefined
}

/**
 * Returns the file name for messages. Bytes that are not UTF-8 are lost, so the result cannot be used to open the file.
 */
export const displayName = (path: MediaPath): string => {
  const text = typeof path === "string" ? path : path.toString("utf8")
  return text.slice(text.lastIndexOf("/") + 1)
}
