/**
 * Number of characters at the end of a name that are always visible, because they often contain an episode number or
 * the file extension.
 */
const TAIL = 12

export interface LabelParts {
  /** The start of the name, which the column truncates if the name is too long. */
  readonly head: string
  readonly tail: string
  /** The folders that contain the file. May be empty. */
  readonly folder: string
}

/**
 * Splits a job's target for a narrow column, where the name is truncated in the middle and followed by its folders.
 */
export const labelParts = (label: string): LabelParts => {
  const path = label.replace(/\/+$/, "")
  const slash = path.lastIndexOf("/")
  // Splits by code point, because half of an emoji would be an invalid character.
  const letters = [...(slash < 0 ? label : path.slice(slash + 1))]
  const isShort = letters.length <= 2 * TAIL
  return {
    head: (isShort ? letters : letters.slice(0, -TAIL)).join(""),
    tail: isShort ? "" : letters.slice(-TAIL).join(""),
    folder: slash < 0 ? "" : path.slice(0, slash)
  }
}
