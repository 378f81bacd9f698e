import { h, type VNode } from "vue"

const tags: Readonly<Record<string, string>> = { i: "i", b: "b", u: "u", ruby: "ruby", rt: "rt", v: "span" }
const letters: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" }
const decode = (text: string): string => text.replace(/&(?:amp|lt|gt);/g, (entity) => letters[entity]!)

type Node = VNode | string

/**
 * Renders the server's markup as elements. Creates only the tags that the server uses, and never inserts HTML. Unclosed
 * tags end with the text, and unknown tags are ignored.
 */
export const cueNodes = (markup: string): ReadonlyArray<Node> => {
  const stack: Array<{ readonly tag: string; readonly children: Array<Node> }> = [{ tag: "", children: [] }]
  const close = () => {
    const { children, tag } = stack.pop()!
    stack.at(-1)!.children.push(h(tags[tag]!, children))
  }
  for (const [part, slash, name] of markup.matchAll(/<(\/?)([a-z]+)[^<>]*>|[^<]+|</g)) {
    if (name === undefined) stack.at(-1)!.children.push(decode(part))
    else if (slash === "/") {
      if (stack.length > 1 && stack.at(-1)!.tag === name) close()
    } else if (Object.hasOwn(tags, name) && stack.length < 12) stack.push({ tag: name, children: [] })
  }
  while (stack.length > 1) close()
  return stack[0]!.children
}
