import { create } from "xmlbuilder2"
import type { Node } from "./nodes.ts"

/** Characters that XML 1.0 cannot contain: control characters, lone surrogates and two noncharacters. */
// eslint-disable-next-line no-control-regex
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/**
 * Removes illegal characters. The XML library would write them unchanged, and reading apps would reject the whole list
 * because of one title.
 */
export const cleaned = (text: string): string => text.toWellFormed().replace(ILLEGAL, "")

/**
 * Escapes ampersands. The XML library does not escape the ampersand of text such as `&amp;`, because the text looks
 * already escaped. The text in a `Node` is never escaped.
 */
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
