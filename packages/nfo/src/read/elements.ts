import { textOf, type XmlElement } from "@media/xml/XmlElement"

/**
 * The child elements of a root, keyed by name in lower case, because hand-written files contain names such as `tmdbId`.
 */
export type Elements = ReadonlyMap<string, ReadonlyArray<XmlElement>>

export const elementsOf = (root: XmlElement): Elements => {
  const all = new Map<string, Array<XmlElement>>()
  for (const child of root.children) {
    if (typeof child === "string") continue
    const name = child.name.toLowerCase()
    const same = all.get(name)
    if (same === undefined) all.set(name, [child])
    else same.push(child)
  }
  return all
}

const MOST = 1_000
/** Matches control characters except line ends and tabs. The database rejects some of them, and no page shows them. */
const controls = /[^\P{Cc}\n\t]+/gu
const LONGEST = 20_000

/** Text is read up to this multiple of its maximum length, because repeated spaces are collapsed before it is truncated. */
const READ = 4

/** Removes control characters and lone surrogates from text, and truncates it. HTML is kept as text. */
export const clean = (text: string, longest = LONGEST): string =>
  text
    .slice(0, READ * longest)
    .replace(/\r\n?/g, "\n")
    .replace(controls, "")
    .trim()
    .slice(0, longest)
    .toWellFormed()
    .trim()

export const cleanLine = (text: string, longest = 500): string =>
  clean(text.slice(0, READ * longest).replace(/\s+/g, " "), longest)

/** Returns all elements with these names, in the order of the names. */
export const allOf = (elements: Elements, ...names: ReadonlyArray<string>): ReadonlyArray<XmlElement> =>
  names.flatMap((name) => elements.get(name) ?? []).slice(0, MOST)

/** Returns the first text that is not empty, or undefined. */
export const textIn = (elements: Elements, ...names: ReadonlyArray<string>): string | undefined => {
  for (const element of allOf(elements, ...names)) {
    const text = cleanLine(textOf(element))
    if (text !== "") return text
  }
  return undefined
}

export const longTextIn = (elements: Elements, ...names: ReadonlyArray<string>): string | undefined => {
  for (const element of allOf(elements, ...names)) {
    const text = clean(textOf(element))
    if (text !== "") return text
  }
  return undefined
}

/** Returns the text of all elements with these names, without duplicates. */
export const textsIn = (
  elements: Elements,
  names: ReadonlyArray<string>,
  split?: RegExp
): ReadonlyArray<string> => {
  const texts = allOf(elements, ...names).flatMap((element) => {
    const text = cleanLine(textOf(element), LONGEST)
    return split === undefined ? [text] : text.split(split)
  })
  return [...new Set(texts.map((text) => cleanLine(text)).filter((text) => text !== ""))].slice(0, MOST)
}

export const nonEmpty = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> | undefined =>
  list.length === 0 ? undefined : list

type Stated<A> = { readonly [Key in keyof A]: Exclude<A[Key], undefined> }

/** Returns the object without keys whose value is undefined. */
export const stated = <A extends object>(fields: {
  readonly [Key in keyof A]: A[Key] | undefined
}): Stated<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Stated<A>
