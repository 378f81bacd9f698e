import { spend } from "@media/kernel/CpuBudget"
import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parse,
  type TreeAdapter
} from "parse5"
import { MOST_PAGE_DEPTH, MOST_PAGE_NODES } from "../limits.ts"
import { ViewAttributes, ViewNode } from "./ViewNode.ts"

type Node = DefaultTreeAdapterTypes.Node

/** The page is too large or nested too deeply. `message` is a message for users. */
export class PageRefused extends Error {}

/** Returns an adapter that rejects large pages early, because the parser searches all open elements for each tag. */
const boundedAdapter = (): TreeAdapter<DefaultTreeAdapterMap> => {
  let nodes = 0
  let open = 0
  const count = () => {
    spend()
    nodes += 1
    if (nodes > MOST_PAGE_NODES)
      throw new PageRefused(`The page has more than ${MOST_PAGE_NODES.toLocaleString("en-US")} elements.`)
  }
  return {
    ...defaultTreeAdapter,
    createElement: (...element) => {
      count()
      return defaultTreeAdapter.createElement(...element)
    },
    createCommentNode: (text) => {
      count()
      return defaultTreeAdapter.createCommentNode(text)
    },
    onItemPush: () => {
      open += 1
      if (open > MOST_PAGE_DEPTH)
        throw new PageRefused(`The elements of the page are nested more than ${MOST_PAGE_DEPTH} levels deep.`)
    },
    onItemPop: () => {
      open -= 1
    }
  }
}

const viewOf = (node: Node, order: number, document: ViewNode): ViewNode | undefined => {
  if ("tagName" in node) {
    const view = new ViewNode(1, node.tagName, null, order, document, node.namespaceURI)
    const attributes = node.attrs.map(({ name, value }, at) => {
      const attribute = new ViewNode(2, name, value, order + (at + 1) / (node.attrs.length + 1), document)
      attribute.parentNode = view
      return attribute
    })
    view.attributes = new ViewAttributes(attributes)
    return view
  }
  if (node.nodeName === "#text")
    return new ViewNode(3, "#text", (node as DefaultTreeAdapterTypes.TextNode).value, order, document)
  if (node.nodeName === "#comment")
    return new ViewNode(8, "#comment", (node as DefaultTreeAdapterTypes.CommentNode).data, order, document)
  return undefined
}

const childrenOf = (node: Node): ReadonlyArray<Node> => {
  // This parser puts the content of a template into a separate document. In the original engine of the scrapers, a
  // template has ordinary children.
  if ("content" in node) return node.content.childNodes
  return "childNodes" in node ? node.childNodes : []
}

/** Parses a page as HTML5, including implied elements. Throws `PageRefused`. */
export const parsePage = (html: string): ViewNode => {
  const tree = parse(html, { treeAdapter: boundedAdapter() })
  const document = new ViewNode(9, "#document", null, 0, undefined)
  let order = 0
  const open: Array<{ readonly view: ViewNode; readonly rest: Iterator<Node> }> = [
    { view: document, rest: childrenOf(tree)[Symbol.iterator]() }
  ]
  while (open.length > 0) {
    const { rest, view } = open.at(-1)!
    const next = rest.next()
    if (next.done === true) {
      open.pop()
      continue
    }
    const child = viewOf(next.value, ++order, document)
    if (child === undefined) continue
    view.append(child)
    open.push({ view: child, rest: childrenOf(next.value)[Symbol.iterator]() })
  }
  return document
}
