import type { Node } from "./Tree.ts"

const childrenOf = (node: Node): ReadonlyArray<Node> =>
  node.type === "group" ? node.children : node.type === "relation" ? [node.where] : []

/** Returns the depth of a tree. A single condition has depth 1. */
export const depthOf = (node: Node): number => 1 + Math.max(0, ...childrenOf(node).map(depthOf))

/** Returns the number of nodes in a tree. Groups, relations and conditions are nodes. */
export const sizeOf = (node: Node): number => childrenOf(node).reduce((sum, child) => sum + sizeOf(child), 1)
