import { type FieldTable, WORDS } from "@media/query/Field"
import type { Node } from "@media/query/Tree"
import type { SqlSource } from "../../catalog/filters/sources.ts"

/** True if a rule depends on the viewer's own state. */
export const isPersonalRule = (node: Node, fields: FieldTable<SqlSource>): boolean => {
  if (node.type === "group") return node.children.some((child) => isPersonalRule(child, fields))
  if (node.type === "relation") {
    const type = fields.find(node.relation)?.type
    const inner = type?.name === "ref" ? type.fields?.() : undefined
    return inner !== undefined && isPersonalRule(node.where, inner as FieldTable<SqlSource>)
  }
  const source = node.field === WORDS ? undefined : fields.find(node.field)?.source
  return source?.from === "own" || (source?.from === "entities" && source.of === "favorite")
}
