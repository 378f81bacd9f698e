/** An element to write. */
export interface Markup {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly children: string | ReadonlyArray<Markup>
}

/** Matches characters that are not allowed in XML documents. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/\r/g, "&#13;")

const attribute = (text: string): string =>
  escaped(text)
    .replace(/"/g, "&quot;")
    .replace(/[\n\t]/g, " ")

/** Returns the text of an element. `indent` is the indentation of its first line. */
export const printed = ({ attributes = {}, children, name }: Markup, indent: string): string => {
  const open = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${attribute(value)}"`)
  ].join(" ")
  if (typeof children === "string") return `<${open}>${escaped(children)}</${name}>`
  const inner = children.map((child) => `\n${indent}  ${printed(child, `${indent}  `)}`).join("")
  return `<${open}>${inner}\n${indent}</${name}>`
}
