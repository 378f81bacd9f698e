/** The letters that stand for a person: of the first and last word of the name, or the first two of a single word. */
export const lettersOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  // Split by code points, because half of a surrogate pair is not a letter.
  const letters = words.length > 1 ? [words[0], words.at(-1)].map((word) => [...word!][0]) : [...words[0]!]
  return letters.slice(0, 2).join("")
}
