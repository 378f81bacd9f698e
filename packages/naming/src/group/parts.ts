/** A file in a folder, with the stem of its name. */
export interface Stemmed {
  readonly path: string
  readonly stem: string
}

export interface PartOf {
  readonly path: string
  readonly number: number
}

interface Split {
  readonly path: string
  readonly key: string
  readonly kind: string
  readonly number: number
}

const word =
  /(?:[\s._-]{1,3}|[\s._-]{0,3}[[(]|^)(cd|dvd|part|pt|dis[ck])[\s._-]?(\d{1,2})(?=$|[\s._\-)\]])[)\]]?/i
const letter = /(?:[\s._-]|[)\]])([a-d])$/i
/** Letters mark parts only in a release with a year: "Tape A" and "Tape B" are two home videos. */
const year = /(?:^|\D)(?:18|19|20)\d{2}(?:\D|$)/

const splitOf = ({ path, stem }: Stemmed): Split | null => {
  const named = word.exec(stem)
  if (named !== null) {
    const rest = `${stem.slice(0, named.index)}\0${stem.slice(named.index + named[0].length)}`
    return {
      path,
      key: rest.toLowerCase(),
      kind: named[1]!.toLowerCase().replace("disk", "disc"),
      number: Number(named[2])
    }
  }
  const lettered = letter.exec(stem)
  if (lettered === null || !year.test(stem)) return null
  const number = lettered[1]!.toLowerCase().charCodeAt(0) - 96
  return { path, key: `${stem.slice(0, -1).toLowerCase()}\0`, kind: "letter", number }
}

/**
 * Groups the files of a folder that are one work in several parts: `Movie-cd1` and `Movie-cd2`, or `Movie (2008) a` and
 * `Movie (2008) b`. A group has at least two files. The names of the files are equal except for the number, and the
 * numbers start at 1 without a gap. The files of each group are in the order of their numbers.
 */
export const partsIn = (files: ReadonlyArray<Stemmed>): ReadonlyArray<ReadonlyArray<PartOf>> => {
  const groups = new Map<string, Array<Split>>()
  for (const file of files) {
    const split = splitOf(file)
    if (split === null) continue
    const key = `${split.kind}\0${split.key}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [split])
    else group.push(split)
  }
  return [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => a.number - b.number)
    const isWhole = sorted.length > 1 && sorted.every(({ number }, n) => number === n + 1)
    return isWhole ? [sorted.map(({ number, path }) => ({ path, number }))] : []
  })
}
