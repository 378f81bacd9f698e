/** "German", "Brazilian Portuguese"; null where the tag is of no use. */
export const languageName = (language: string | null): string | null => {
  if (language === null) return null
  try {
    return new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? null
  } catch {
    return null
  }
}
