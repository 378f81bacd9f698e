const ELSEWHERE = "…"
const longest = 200

/**
 * Returns the text that messages about the same failure have in common. Paths, quoted names, ids and numbers are
 * removed, because they differ from file to file. Failures are grouped by this text, so later versions of this function
 * must return the same text for a message.
 */
export const reasonOf = (message: string): string =>
  message
    .replace(/\s+/g, " ")
    // Node quotes paths with apostrophes. Since these also occur within words, quoted text is replaced only if it
    // contains a slash.
    .replace(/(?<!\p{L})'[^']*\/[^']*'|"[^"]*"|“[^”]*”|`[^`]*`/gu, ELSEWHERE)
    .replace(/(?<![\w.])(?:file:)?(?:\/[^\s/:,;()]+)+\/?/g, ELSEWHERE)
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, ELSEWHERE)
    .replace(/\b0x[0-9a-f]+\b/gi, ELSEWHERE)
    .replace(/(?<![\p{L}\p{N}.])\d+(?:[.,]\d+)*(?![\p{L}\p{N}])/gu, ELSEWHERE)
    .trim()
    .slice(0, longest)
