/**
 * Number of characters at the end of a name that always stay visible, because they often contain the episode number and
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
 * Splits the target of a job for a narrow column. The column truncates the middle of the name, and shows the folders
 * after the name.
 */
export const labelParts = (label: string): LabelParts => {
  const path = label.replace(/\/+$/, "")
  const slash = path.lastIndexOf("/")
  // Splitting by code point keeps emoji whole.
  const letters = [...(slash < 0 ? label : path.slice(slash + 1))]
  const isShort = letters.length <= 2 * TAIL
  return {
    head: (isShort ? letters : letters.slice(0, -TAIL)).join(""),
    tail: isShort ? "" : letters.slice(-TAIL).join(""),
    folder: slash < 0 ? "" : path.slice(0, slash)
  }
}
