/** Returns the forbidden words with their replacements, read from docs/words.md. */
export const parseWords = (page: string): ReadonlyMap<string, string> =>
  new Map(
    [...page.matchAll(/^\| (.+?) +\| (`.+?) +\|$/gm)].flatMap(([, use = "", instead = ""]) =>
      [...instead.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => [word, use] as const)
    )
  )

interface Word {
  readonly text: string
  readonly at: number
  readonly end: number
}

/** Splits text into words. Identifiers are split at their capitals: `pathHash` is "path hash". */
const wordsOf = (text: string): ReadonlyArray<Word> =>
  [...text.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map((match) => ({
    text: match[0].toLowerCase(),
    at: match.index,
    end: match.index + match[0].length
  }))

/** Returns as many spaces as the text has characters, but keeps its line breaks. */
const spaces = (text: string): string => text.replace(/[^\n]/g, " ")

/**
 * Matches comments and strings. Comments are kept and strings are removed, except for template strings, because they
 * contain prose more often than data.
 */
const commentOrString = /\/\*[\s\S]*?\*\/|(?<![:"'`\\])\/\/.*$|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/gm
const withoutStrings = (text: string): string =>
  text.replace(commentOrString, (match) => (match.startsWith("/") ? match : spaces(match)))

const readable = {
  code: (text: string) => text,
  test: withoutStrings,
  page: (text: string) => text.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)\n]*\)|<!--[\s\S]*?-->/g, spaces)
}

const isAdjacent = (text: string, before: Word, after: Word): boolean =>
  /^[ \n*/#_-]*$/.test(text.slice(before.end, after.at))

/** Returns every forbidden word, formatted as `line: found: not "word", but other`. */
export const findWords = (
  words: ReadonlyMap<string, string>,
  text: string,
  kind: keyof typeof readable
): ReadonlyArray<string> => {
  const prose = readable[kind](text)
  const tokens = wordsOf(prose)
  const longest = Math.max(...[...words.keys()].map((word) => word.split(" ").length))
  return tokens.flatMap((token, index) => {
    let phrase = token.text
    for (let length = 1; length <= longest; length += 1) {
      const use = words.get(phrase)
      const last = tokens[index + length - 1]!
      if (use !== undefined)
        return [
          `${lineOf(prose, token.at)}: ${surroundings(prose, token.at, last.end)}: not "${phrase}", but ${use}`
        ]
      const next = tokens[index + length]
      if (next === undefined || !isAdjacent(prose, last, next)) return []
      phrase += ` ${next.text}`
    }
    return []
  })
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length

/** Returns the identifier that contains the forbidden words. If they are in prose, returns only the words. */
const surroundings = (text: string, at: number, end: number): string => {
  const before = /[A-Za-z]*$/.exec(text.slice(0, at))?.[0] ?? ""
  const after = /^[A-Za-z]*/.exec(text.slice(end))?.[0] ?? ""
  return `${before}${text.slice(at, end)}${after}`.replace(/\s+/g, " ")
}
