/** Matches comments whose first word shows that they begin in the middle of a sentence: "Of the older upload". */
const commentStart =
  /(?:^|[^:"'`\\])(?:\/\*\*?\s*(?:\*\s*)?|\/\/ ?)((?:Of|What|Whatever|Whether|Those|As|Who|Whose|Whom|So (?:many|much|long|far))\b[^\n]*)/gm

/** Matches a test title that is a relative clause and therefore only half a sentence: "which comes later". */
const testName =
  /^\s*(?:it|test|describe)(?:\.\w+)*(?:\([^"`()]*\))?\(\s*["`]((?:who|whom|whose|what|whatever|which|those)\b[^"`\n]*)/gim

const found = (pattern: RegExp, text: string): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].map((match) => {
    const start = match[1]!
    const line = text.slice(0, match.index + match[0].length).split("\n").length
    return `${line}: ${start.trim()}`
  })

/** Returns every comment that begins in the middle of a sentence, as `line: comment`. */
export const findComments = (text: string): ReadonlyArray<string> => found(commentStart, text)

/** Returns every test title that begins with a relative pronoun, as `line: title`. */
export const findTestNames = (text: string): ReadonlyArray<string> => found(testName, text)
