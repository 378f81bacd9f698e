import { type FieldTable, WORDS } from "@media/query/Field"
import type { Node } from "@media/query/Tree"
import type { SqlSource } from "../../catalog/filters/sources.ts"

/** Returns true if the value of a field depends on the viewer's own state, or on the tags that the viewer sees. */
const isPersonal = (source: SqlSource | undefined): boolean =>
  source?.from === "own" ||
  (source?.from === "entities" && (source.of === "favorite" || source.via !== undefined))

/** Returns true if two viewers who see the same items may see different members. */
export const isPersonalRule = (node: Node, fields: FieldTable<SqlSource>): boolean => {
  if (node.type === "group") return node.children.some((child) => isPersonalRule(child, fields))
  if (node.type === "relation") {
    const { source, type } = fields.find(node.relation) ?? {}
    if (isPersonal(source)) return true
    const inner = type?.name === "ref" ? type.fields?.() : undefined
    return inner !== undefined && isPersonalRule(node.where, inner as FieldTable<SqlSource>)
  }
  return node.field !== WORDS && isPersonal(fields.find(node.field)?.source)
}
