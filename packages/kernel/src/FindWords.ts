/** The implementation is plain JavaScript, because standalone programs run its file directly. */
export { findWords } from "../bin/findWords.mjs"
