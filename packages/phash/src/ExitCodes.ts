/** `media-phash`: the file has no hash, and never will; the reason is on stderr. */
export const exitNoHash = 2
