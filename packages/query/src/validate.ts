import { type FieldTable, WORDS } from "./Field.ts"
import { text } from "./FieldType.ts"
import { field } from "./Field.ts"
import { closest } from "./text/suggest.ts"
import type { Node } from "./Tree.ts"
import { problemOf } from "./values/check.ts"

export interface NodeProblem {
  /** Path of the node in the JSON, such as "children.0.where.value". Empty for the root. */
  readonly path: string
  readonly message: string
  readonly suggestion?: string
}

const words = field(WORDS, { kinds: "all", type: text, cost: "trigram", source: undefined })

const unknownField = (fields: FieldTable, path: string, name: string): NodeProblem => {
  const suggestion = closest(
    name,
    fields.fields.map((each) => each.name)
  )
  return {
    path,
    message: `unknown field "${name}"`,
    ...(suggestion === undefined ? {} : { suggestion })
  }
}

/** Returns a problem for each condition in a decoded tree that is invalid for these fields. */
export const validate = (node: Node, fields: FieldTable, path = ""): ReadonlyArray<NodeProblem> => {
  const at = (part: string) => (path === "" ? part : `${path}.${part}`)
  if (node.type === "group")
    return node.children.flatMap((child, n) => validate(child, fields, at(`children.${n}`)))
  if (node.type === "relation") {
    const found = fields.find(node.relation)
    if (found === undefined) return [unknownField(fields, at("relation"), node.relation)]
    const inner = found.type.name === "ref" ? found.type.fields?.() : undefined
    if (inner === undefined)
      return [{ path: at("relation"), message: `"${node.relation}" is not a relation` }]
    return validate(node.where, inner, at("where"))
  }
  const found = node.field === WORDS ? words : fields.find(node.field)
  if (found === undefined) return [unknownField(fields, at("field"), node.field)]
  const isWords = found === words
  const message =
    isWords && node.operator !== "contains" && node.operator !== "equals"
      ? `"${WORDS}" has only the operators contains and equals`
      : isWords && String(node.value).trim() === ""
        ? `"${WORDS}" takes a word`
        : problemOf(found, node)
  return message === undefined ? [] : [{ path, message }]
}
