import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { canonical } from "./canonical.ts"
import type { FieldTable } from "./Field.ts"
import { operators } from "./Operator.ts"
import { type Condition, type Group, limits, type Node, type Relation, units } from "./Tree.ts"
import { type NodeProblem, validate } from "./validate.ts"

const Name = Schema.String.pipe(
  Schema.maxLength(80, { message: () => "must have at most 80 characters" }),
  Schema.pattern(/^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$/, {
    message: () => "must be the name of a field"
  })
)
const Text = Schema.String.pipe(
  Schema.maxLength(limits.text, { message: () => `must have at most ${limits.text} characters` })
)
const Scalar = Schema.Union(
  Text,
  Schema.Number.pipe(Schema.finite({ message: () => "must be a finite number" }))
)
const Last = Schema.Struct({ amount: Schema.Int, unit: Schema.Literal(...units) })
const Near = Schema.Struct({ hash: Text, distance: Schema.Int })
const Value = Schema.Union(
  Scalar,
  Schema.Array(Scalar).pipe(
    Schema.maxItems(limits.listValues, { message: () => `must have at most ${limits.listValues} values` })
  ),
  Last,
  Near
)

const ConditionNode: Schema.Schema<Condition> = Schema.Struct({
  type: Schema.Literal("condition"),
  field: Name,
  operator: Schema.Literal(...operators),
  value: Schema.optionalWith(Value, { exact: true }),
  depth: Schema.optionalWith(Schema.Int.pipe(Schema.between(-1, 20)), { exact: true }),
  kinds: Schema.optionalWith(Schema.Array(Name).pipe(Schema.maxItems(50)), { exact: true })
})

const children = Schema.suspend((): Schema.Schema<Node> => ConditionTree)

const GroupNode: Schema.Schema<Group> = Schema.Struct({
  type: Schema.Literal("group"),
  operator: Schema.Literal("and", "or", "not"),
  children: Schema.Array(children)
})

const RelationNode: Schema.Schema<Relation> = Schema.Struct({
  type: Schema.Literal("relation"),
  relation: Name,
  quantifier: Schema.Literal("any", "all", "none"),
  where: children
})

/**
 * The schema of a rule tree in JSON, for contracts. Use `decodeTree` to decode untrusted JSON, because it checks the
 * size and depth of the tree before any function recurses into the tree.
 */
export const ConditionTree: Schema.Schema<Node> = Schema.Union(
  ConditionNode,
  GroupNode,
  RelationNode
).annotations({
  identifier: "ConditionTree"
})

const decode = Schema.decodeUnknownEither(ConditionTree, { errors: "all", onExcessProperty: "error" })

/** Returns a problem if the tree is too large or too deep. Does not recurse, because the tree may be too deep. */
const boundsProblem = (root: unknown): NodeProblem | undefined => {
  const open: Array<readonly [node: unknown, path: string, depth: number]> = [[root, "", 1]]
  let nodes = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, path, depth] = next
    nodes += 1
    if (nodes > limits.nodes)
      return { path, message: `the filter has more than ${limits.nodes} conditions and groups` }
    if (depth > limits.depth)
      return { path, message: `the filter is nested more than ${limits.depth} levels deep` }
    if (typeof node !== "object" || node === null) continue
    const at = (part: string) => (path === "" ? part : `${path}.${part}`)
    if ("where" in node) open.push([node.where, at("where"), depth + 1])
    if (!("children" in node) || !Array.isArray(node.children)) continue
    if (node.children.length > limits.nodes)
      return {
        path: at("children"),
        message: `the filter has more than ${limits.nodes} conditions and groups`
      }
    node.children.forEach((child: unknown, n) => open.push([child, at(`children.${n}`), depth + 1]))
  }
  return undefined
}

/** Returns the problems with the longest paths. Problems with shorter paths concern other members of the union, which the author of the tree probably did not mean. */
const structureProblems = (error: ParseResult.ParseError): ReadonlyArray<NodeProblem> => {
  const issues = ParseResult.ArrayFormatter.formatErrorSync(error)
  const deepest = Math.max(...issues.map(({ path }) => path.length))
  return issues
    .filter(({ path }) => path.length === deepest)
    .slice(0, 20)
    .map(({ message, path }) => ({ path: path.map(String).join("."), message }))
}

/** Decodes a tree from untrusted JSON. Checks its size, its structure and then its fields. */
export const decodeTree = (
  json: unknown,
  fields: FieldTable
): Either.Either<Node, ReadonlyArray<NodeProblem>> => {
  const bounds = boundsProblem(json)
  if (bounds !== undefined) return Either.left([bounds])
  const decoded = decode(json)
  if (Either.isLeft(decoded)) return Either.left(structureProblems(decoded.left))
  const problems = validate(decoded.right, fields)
  return problems.length > 0 ? Either.left(problems) : Either.right(canonical(decoded.right))
}
