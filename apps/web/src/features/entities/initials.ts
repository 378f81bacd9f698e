/** Returns the first letters of the first and last word: "Ingrid Bergman" gives "IB". */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const letterOf = (word = ""): string => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? ""
  const first = letterOf(words[0])
  return (words.length > 1 ? first + letterOf(words.at(-1)) : first).toLocaleUpperCase()
}
