/** Letters at the end of a name that are shown however narrow the column is: the number of an episode, the type of a file. */
const TAIL = 12

export interface LabelParts {
  /** The name without its end, truncated if there is no room. */
  readonly head: string
  readonly tail: string
  /** The folders before the name; empty without any. */
  readonly folder: string
}

/** The target of a job for a narrow column: a name is cut in its middle, and its folders come after it. */
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
