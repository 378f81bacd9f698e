/**
 * Returns the initials of a user: the first letters of the first and last word of the name, or the first two letters of
 * a single word.
 */
export const lettersOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  // Splits the name by code point, because half of a surrogate pair is not a letter.
  const letters = words.length > 1 ? [words[0], words.at(-1)].map((word) => [...word!][0]) : [...words[0]!]
  return letters.slice(0, 2).join("")
}
