import { spend } from "@media/kernel/CpuBudget"

export type ViewType = 1 | 2 | 3 | 8 | 9

/**
 * A node with the subset of the DOM that the XPath engine reads. Reading a child or sibling counts as work, so a
 * selector that repeatedly walks a large page exceeds its budget.
 */
export class ViewNode {
  parentNode: ViewNode | null = null
  attributes: ViewAttributes | undefined
  private first: ViewNode | null = null
  private next: ViewNode | null = null
  private last: ViewNode | null = null
  private previous: ViewNode | null = null

  readonly nodeType: ViewType
  readonly nodeName: string
  readonly nodeValue: string | null
  readonly namespaceURI: string | null
  /** The index of the node in document order. */
  readonly order: number
  private readonly document: ViewNode | undefined

  constructor(
    nodeType: ViewType,
    nodeName: string,
    nodeValue: string | null,
    order: number,
    document: ViewNode | undefined,
    namespaceURI: string | null = null
  ) {
    this.nodeType = nodeType
    this.nodeName = nodeName
    this.nodeValue = nodeValue
    this.order = order
    this.document = document
    this.namespaceURI = namespaceURI
  }

  get localName(): string {
    return this.nodeName
  }
  get value(): string | null {
    return this.nodeValue
  }
  get ownerDocument(): ViewNode | null {
    return this.document ?? null
  }
  get ownerElement(): ViewNode | null {
    return this.nodeType === 2 ? this.parentNode : null
  }
  get documentElement(): ViewNode | null {
    for (let child = this.first; child !== null; child = child.next) if (child.nodeType === 1) return child
    return null
  }
  get firstChild(): ViewNode | null {
    spend()
    return this.first
  }
  get nextSibling(): ViewNode | null {
    spend()
    return this.next
  }

  get lastChild(): ViewNode | null {
    spend()
    return this.last
  }
  get previousSibling(): ViewNode | null {
    spend()
    return this.previous
  }

  append(child: ViewNode): void {
    child.parentNode = this
    child.previous = this.last
    if (this.last === null) this.first = child
    else this.last.next = child
    this.last = child
  }

  getAttribute(name: string): string | null {
    return this.attributes?.list.find(({ nodeName }) => nodeName === name)?.nodeValue ?? null
  }

  /** Returns the same bits as the DOM method: 4 if the other node follows this node, 2 if it precedes this node. */
  compareDocumentPosition(other: ViewNode): number {
    spend()
    if (this === other) return 0
    return this.order < other.order ? 4 : 2
  }
}

/** A list of attributes for the XPath engine, which calls `item` instead of using an index. */
export class ViewAttributes {
  readonly list: ReadonlyArray<ViewNode>

  constructor(list: ReadonlyArray<ViewNode>) {
    this.list = list
  }
  get length(): number {
    return this.list.length
  }
  item(at: number): ViewNode | null {
    spend()
    return this.list[at] ?? null
  }
}

/** Returns the text below a node without comments. */
export const innerText = (node: ViewNode): string => {
  if (node.nodeType === 2 || node.nodeType === 3) return node.nodeValue!
  let text = ""
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child.nodeType !== 8) text += innerText(child)
  return text
}
