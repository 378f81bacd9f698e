/** Plain JavaScript, because standalone programs run it directly from its file. */
export { findWords } from "../bin/findWords.mjs"
