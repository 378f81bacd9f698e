/** Exit code of `media-phash` for a file that can never have a hash. The reason is on stderr. */
export const exitNoHash = 2
