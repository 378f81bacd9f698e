/**
 * Returns the English name of a language, such as "German" or "Brazilian Portuguese". Returns null for an invalid tag.
 */
export const languageName = (language: string | null): string | null => {
  if (language === null) return null
  try {
    return new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? null
  } catch {
    return null
  }
}
