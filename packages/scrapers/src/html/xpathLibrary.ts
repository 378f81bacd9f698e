import { spend } from "@media/kernel/CpuBudget"
import {
  type Expression,
  type LocationStep,
  type NodeSet,
  NodeTest,
  parse,
  PathExpr,
  type PathExpression,
  Step,
  XNodeSet,
  type XPathValue
} from "xpath"
import type { ViewNode } from "./ViewNode.ts"

// This method is replaced, because the library compares each new node of a set with all other nodes. For 100,000 nodes,
// that takes minutes.
XNodeSet.prototype.addArray = function (this: NodeSet, added) {
  const nodes = new Set(this.nodes)
  for (const node of added) {
    spend()
    nodes.add(node)
  }
  this.nodes = [...nodes]
  this.size = nodes.size
  this.tree = null
}

export const inDocumentOrder = (nodes: ReadonlyArray<ViewNode>): ReadonlyArray<ViewNode> =>
  nodes.toSorted((left, right) => left.order - right.order)

/** True for the step `descendant-or-self::node()`, which `//` abbreviates. */
const isAnywhere = ({ axis, nodeTest, predicates }: LocationStep): boolean =>
  axis === Step.DESCENDANTORSELF && nodeTest === NodeTest.nodeTest && predicates.length === 0

// This method is replaced, because the original engine of the scrapers returns nodes in the order in which it finds
// them: the left side of a union before its right side, and the nearest preceding sibling first. Only the first value
// counts, so scraper files depend on this order.
const applySteps = PathExpr.applySteps
PathExpr.applySteps = (steps, context, nodes) => {
  let found = nodes
  for (let at = 0; at < steps.length;) {
    const own = steps.slice(at, isAnywhere(steps[at]!) ? at + 2 : at + 1)
    at += own.length
    const next = new Set<ViewNode>()
    for (const node of found) {
      const selected = applySteps(own, context, [node])
      for (const each of own.length > 1 ? inDocumentOrder(selected) : selected) {
        spend()
        next.add(each)
      }
    }
    found = [...next]
  }
  return found
}

// This method is replaced, because the library sorts the nodes before it applies the predicates of an expression in
// parentheses.
const { applyFilter } = PathExpr.prototype
PathExpr.prototype.applyFilter = function (this: PathExpression, outer, own) {
  const predicates = this.filterPredicates ?? []
  if (predicates.length === 0) return applyFilter.call(this, outer, own)
  const plain = Object.assign(Object.create(this) as PathExpression, { filterPredicates: [] })
  const all = applyFilter.call(plain, outer, own)
  if (all.nodes === undefined) return applyFilter.call(this, outer, own)
  const context = own.extend({})
  let { nodes } = all
  for (const predicate of predicates) {
    context.contextSize = nodes.length
    nodes = nodes.filter((node, at) => {
      spend()
      context.contextNode = node
      context.contextPosition = at + 1
      return PathExpr.predicateMatches(predicate, context)
    })
  }
  return { nodes }
}

export const isNodeSet = (value: XPathValue): value is NodeSet =>
  Object.prototype.isPrototypeOf.call(XNodeSet.prototype, value)

/** Parses an XPath expression. Throws if the text is not a valid expression. */
export const parseXPath = (selector: string): Expression => parse(selector)
