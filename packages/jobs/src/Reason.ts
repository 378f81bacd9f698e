const ELSEWHERE = "…"
const longest = 200

/**
 * The common part of messages of the same failure, without paths, quoted names, ids and numbers, which differ from file
 * to file. Failures are grouped by it, so it must stay stable over time.
 */
export const reasonOf = (message: string): string =>
  message
    .replace(/\s+/g, " ")
    // Node puts paths in apostrophes, which also occur within words.
    .replace(/(?<!\p{L})'[^']*\/[^']*'|"[^"]*"|“[^”]*”|`[^`]*`/gu, ELSEWHERE)
    .replace(/(?<![\w.])(?:file:)?(?:\/[^\s/:,;()]+)+\/?/g, ELSEWHERE)
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, ELSEWHERE)
    .replace(/\b0x[0-9a-f]+\b/gi, ELSEWHERE)
    .replace(/(?<![\p{L}\p{N}.])\d+(?:[.,]\d+)*(?![\p{L}\p{N}])/gu, ELSEWHERE)
    .trim()
    .slice(0, longest)
