import { spend } from "@media/kernel/CpuBudget"
import { type Expression, type NodeSet, parse, XNodeSet, type XPathValue } from "xpath"

// The library compares each new node of a set with all others, which takes minutes for 100,000 nodes.
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

export const isNodeSet = (value: XPathValue): value is NodeSet =>
  Object.prototype.isPrototypeOf.call(XNodeSet.prototype, value)

/** Throws for text that is not an expression. */
export const parseXPath = (selector: string): Expression => parse(selector)
