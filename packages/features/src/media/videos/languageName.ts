/** "German", "Brazilian Portuguese"; null for a useless tag. */
export const languageName = (language: string | null): string | null => {
  if (language === null) return null
  try {
    return new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? null
  } catch {
    return null
  }
}
