import { create } from "xmlbuilder2"
import type { Node } from "./nodes.ts"

/** Characters that XML 1.0 cannot represent: controls, lone surrogates, two noncharacters. */
// eslint-disable-next-line no-control-regex
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/**
 * The library writes illegal characters unchanged, which no reading app accepts: one title would make a whole list
 * unreadable.
 */
export const cleaned = (text: string): string => text.toWellFormed().replace(ILLEGAL, "")

/** The library treats `&amp;` and `&nbsp;` as an ampersand that is already escaped, but our texts are never escaped. */
const written = (text: string): string => cleaned(text).replace(/&(?=[^&;]*;)/g, "&amp;")

type Builder = ReturnType<typeof create>

const append = (parent: Builder, [name, attributes = {}, content]: Node): void => {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, written(String(value))] as const]
  )
  const element = parent.ele(name, Object.fromEntries(given))
  if (typeof content === "string") element.txt(written(content))
  else for (const child of content ?? []) append(element, child)
}

/** Writes a document with one root element. */
export const write = (root: Node): string => {
  const builder = create({ version: "1.0", encoding: "UTF-8" })
  append(builder, root)
  return builder.end()
}
