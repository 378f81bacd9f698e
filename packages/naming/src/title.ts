import { plainText } from "@media/kernel/PlainText"

/** Returns a file name without its extension. */
export const stemOf = (fileName: string): string => fileName.replace(/\.(?:dvr-ms|[^.\s]{1,5})$/i, "")

/** Replaces the separators of a stem with spaces. */
export const spacedOf = (stem: string): string =>
  (stem.includes(" ") ? stem : stem.replace(/[._]+/g, " ")).replace(/\s+/g, " ").trim()

/**
 * Returns the title to show for a file. `parse` derives the title from the stem of the file name.
 * If the result is empty, the file name itself is the title.
 */
export const titleBy = (name: string, parse: (stem: string) => string): string => {
  const fileName = plainText(name)
  const title = parse(stemOf(fileName))
  return (title === "" ? fileName.trim() : title.slice(0, 500).toWellFormed()) || "Untitled"
}
