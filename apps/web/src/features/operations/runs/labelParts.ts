/** The last letters of a name are always visible: an episode number or a file extension. */
const TAIL = 12

export interface LabelParts {
  /** The name without its end; truncated if it does not fit. */
  readonly head: string
  readonly tail: string
  /** The folders before the name; may be empty. */
  readonly folder: string
}

/** Splits the target of a job for a narrow column: the name is truncated in the middle, and its folders follow. */
export const labelParts = (label: string): LabelParts => {
  const path = label.replace(/\/+$/, "")
  const slash = path.lastIndexOf("/")
  // Splits by code point, because half an emoji is invalid.
  const letters = [...(slash < 0 ? label : path.slice(slash + 1))]
  const isShort = letters.length <= 2 * TAIL
  return {
    head: (isShort ? letters : letters.slice(0, -TAIL)).join(""),
    tail: isShort ? "" : letters.slice(-TAIL).join(""),
    folder: slash < 0 ? "" : path.slice(0, slash)
  }
}
