import { type Cost, type FieldTable, hasKind, WORDS } from "@media/query/Field"
import type { Node } from "@media/query/Tree"

interface Options {
  readonly fields: FieldTable
  readonly kind: string
}

const narrowCosts: ReadonlySet<Cost> = new Set(["lookup", "trigram", "viewer"])
const widening = /^(?:not_|is_null$|is_false$)/

/** True if the condition probably matches few rows, judging by the cost classes of its fields. */
export const isNarrow = (options: Options, node: Node): boolean => {
  const { fields, kind } = options
  if (node.type === "relation") return node.quantifier === "any"
  if (node.type === "group") {
    if (node.operator === "and") return node.children.some((child) => isNarrow(options, child))
    return node.operator === "or" && node.children.every((child) => isNarrow(options, child))
  }
  if (node.field === WORDS) return true
  const field = fields.find(node.field)!
  return !hasKind(field, kind) || (narrowCosts.has(field.cost) && !widening.test(node.operator))
}
