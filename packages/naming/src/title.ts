import { plainText } from "@media/kernel/PlainText"

/** A file name without its extension. */
export const stemOf = (fileName: string): string => fileName.replace(/\.(?:dvr-ms|[^.\s]{1,5})$/i, "")

/** A stem with its separators as spaces. */
export const spacedOf = (stem: string): string =>
  (stem.includes(" ") ? stem : stem.replace(/[._]+/g, " ")).replace(/\s+/g, " ").trim()

/**
 * The title to show for a file name. `parse` creates it from the stem; an empty result is replaced by the name itself.
 */
export const titleBy = (name: string, parse: (stem: string) => string): string => {
  const fileName = plainText(name)
  const title = parse(stemOf(fileName))
  return (title === "" ? fileName.trim() : title.slice(0, 500).toWellFormed()) || "Untitled"
}
