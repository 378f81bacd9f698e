/** `media-phash`: the file has no hash, permanently; the reason is on stderr. */
export const exitNoHash = 2
