// In `tsconfig.json`, these types replace the package's own types, which would add all browser types to every file of
// the server. These types also describe parts that the package's own types lack.
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

export interface Context {
  contextNode: ViewNode
  contextPosition: number
  contextSize: number
  readonly extend: (own: object) => Context
}

export interface LocationStep {
  readonly axis: number
  readonly nodeTest: unknown
  readonly predicates: ReadonlyArray<unknown>
}

interface Filtered {
  readonly nodes?: ReadonlyArray<ViewNode>
}

export interface PathExpression {
  filterPredicates?: ReadonlyArray<unknown> | undefined
  applyFilter: (outer: Context, own: Context) => Filtered
}

export const PathExpr: {
  readonly prototype: PathExpression
  readonly predicateMatches: (predicate: unknown, context: Context) => boolean
  applySteps: (
    steps: ReadonlyArray<LocationStep>,
    context: Context,
    nodes: ReadonlyArray<ViewNode>
  ) => ReadonlyArray<ViewNode>
}
export const Step: { readonly DESCENDANTORSELF: number }
export const NodeTest: { readonly nodeTest: unknown }
export const parse: (selector: string) => Expression
export const XNodeSet: { readonly prototype: NodeSet }
