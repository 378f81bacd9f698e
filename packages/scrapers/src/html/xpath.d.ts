// The package's own types add all browser types to every file of the server, so `tsconfig.json` replaces them with
// these. They also describe missing parts.
import type { ViewNode } from "./ViewNode.ts"

export interface XPathValue {
  readonly stringValue: () => string
}

export interface NodeSet extends XPathValue {
  nodes: Array<ViewNode>
  size: number
  tree: unknown
  addArray: (nodes: Iterable<ViewNode>) => void
  readonly toUnsortedArray: () => ReadonlyArray<ViewNode>
  readonly stringForNode: (node: ViewNode) => string
}

export type XPathFunction = (
  context: unknown,
  ...values: ReadonlyArray<XPathValue>
) => string | number | boolean | ReadonlyArray<ViewNode>

export interface Expression {
  readonly evaluate: (options: {
    readonly node: ViewNode
    readonly isHtml: boolean
    readonly allowAnyNamespaceForNoPrefix: boolean
    readonly functions: Readonly<Record<string, XPathFunction>>
  }) => XPathValue
}

export const parse: (selector: string) => Expression
export const XNodeSet: { readonly prototype: NodeSet }
