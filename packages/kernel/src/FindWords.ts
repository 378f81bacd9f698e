/** Plain JavaScript, as programs of their own run it from its file. */
export { findWords } from "../bin/findWords.mjs"
