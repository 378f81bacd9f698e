interface Mark {
  /** The name of the file or folder that contains the marked part. */
  readonly segment: string
  readonly start: number
  readonly end: number
  readonly means: string
}

interface Piece {
  readonly text: string
  /** The meaning of a recognized part. Undefined for the text between recognized parts. */
  readonly means: string | undefined
}

/** Splits a file name into recognized parts and the text between them. Marks in the names of folders are ignored. */
export const markedPieces = (name: string, proof: ReadonlyArray<Mark>): ReadonlyArray<Piece> => {
  const marks = proof
    .filter(({ end, segment, start }) => end > start && segment === name)
    .toSorted((a, b) => a.start - b.start)
  let at = 0
  const found = marks.flatMap(({ end, means, start }): ReadonlyArray<Piece> => {
    if (start < at) return []
    const before = { text: name.slice(at, start), means: undefined }
    at = end
    return [before, { text: name.slice(start, end), means }]
  })
  return [...found, { text: name.slice(at), means: undefined }].filter(({ text }) => text !== "")
}
