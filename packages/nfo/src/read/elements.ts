import { textOf, type XmlElement } from "@media/xml/XmlElement"

/** The elements below a root by their lower-case names, because hand-written files also use `tmdbId`. */
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
/** Control characters except line ends. The database rejects some of them, and no page shows them. */
const controls = /[^\P{Cc}\n\t]+/gu
const LONGEST = 20_000

/** Text without control characters and lone surrogates. HTML in it stays text. */
export const clean = (text: string, longest = LONGEST): string =>
  text.replace(/\r\n?/g, "\n").replace(controls, "").trim().slice(0, longest).toWellFormed().trim()

export const cleanLine = (text: string, longest = 500): string => clean(text.replace(/\s+/g, " "), longest)

/** All elements with these names, in the order of the names. */
export const allOf = (elements: Elements, ...names: ReadonlyArray<string>): ReadonlyArray<XmlElement> =>
  names.flatMap((name) => elements.get(name) ?? []).slice(0, MOST)

/** The first text that is not empty. */
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

/** The texts of all elements, without duplicates. */
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

/** The object without the keys that have no value. */
export const stated = <A extends object>(fields: {
  readonly [Key in keyof A]: A[Key] | undefined
}): Stated<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Stated<A>
