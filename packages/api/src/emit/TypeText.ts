import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

const isNamed = (ast: AST.AST, name: string): boolean =>
  Option.contains(AST.getIdentifierAnnotation(ast), name)

/** Returns a schema as a short type: `string`, `"direct" | "hls"`, `{ id: string, path: string }[]`. */
export const typeText = (ast: AST.AST): string => {
  if (isNamed(ast, "Int")) return "integer"
  switch (ast._tag) {
    case "StringKeyword":
      return "string"
    case "NumberKeyword":
      return "number"
    case "BooleanKeyword":
      return "boolean"
    case "UnknownKeyword":
      return "any JSON"
    case "Literal":
      return JSON.stringify(ast.literal)
    case "Union":
      return ast.types.map(typeText).join(" | ")
    case "TupleType":
      return `${bracketed(ast.rest[0]?.type)}[]`
    case "TypeLiteral":
      return `{ ${fieldsText(ast)} }`
    case "Refinement":
      return typeText(ast.from)
    case "Transformation":
      return typeText(ast.from)
    default:
      return "any JSON"
  }
}

const bracketed = (ast: AST.AST | undefined): string => {
  const text = ast === undefined ? "any JSON" : typeText(ast)
  return text.includes(" | ") ? `(${text})` : text
}

/** Returns the fields of an object type as text, without `_tag`. */
const fieldsText = (ast: AST.TypeLiteral): string =>
  ast.propertySignatures
    .filter(({ name }) => name !== "_tag")
    .map(({ isOptional, name, type }) => `${String(name)}${isOptional ? "?" : ""}: ${typeText(type)}`)
    .join(", ")

/** Returns the fields of an object schema in its encoded form, or the type of any other schema. */
export const fieldsOf = (schema: Schema.Schema.Any): string => {
  const ast = Schema.encodedSchema(schema as Schema.Schema<unknown>).ast
  return ast._tag === "TypeLiteral" ? fieldsText(ast) : typeText(ast)
}
