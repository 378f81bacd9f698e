const ELSEWHERE = "…"
const longest = 200

/**
 * What messages of the same failure have in common: without paths, quoted names, ids and numbers, which differ from file to
 * file. Failures are grouped by it, so it must stay the same over time.
 */
export const reasonOf = (message: string): string =>
  message
    .replace(/\s+/g, " ")
    // Node quotes paths by apostrophes, which stand within words as well.
    .replace(/(?<!\p{L})'[^']*\/[^']*'|"[^"]*"|“[^”]*”|`[^`]*`/gu, ELSEWHERE)
    .replace(/(?<![\w.])(?:file:)?(?:\/[^\s/:,;()]+)+\/?/g, ELSEWHERE)
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, ELSEWHERE)
    .replace(/\b0x[0-9a-f]+\b/gi, ELSEWHERE)
    .replace(/(?<![\p{L}\p{N}.])\d+(?:[.,]\d+)*(?![\p{L}\p{N}])/gu, ELSEWHERE)
    .trim()
    .slice(0, longest)
