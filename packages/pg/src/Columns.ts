import { SqlType } from "@media/kernel/SqlType"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

/** The column that stores a field of a schema. */
export interface Column {
  /** The name of the field in camelCase, as in events and contracts. */
  readonly field: string
  /** The name of the column in snake_case. */
  readonly name: string
}

export interface TypedColumn extends Column {
  /** The PostgreSQL type that can read the JSON form of the field. */
  readonly type: string
}

export const snakeCase = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns all fields except `_tag`, the tag of an event, which is not a column. */
const fieldsOf = (schema: Schema.Schema.All) =>
  AST.getPropertySignatures(AST.typeAST(schema.ast)).flatMap(({ name, type }) =>
    typeof name === "string" && name !== "_tag" ? [{ field: name, type }] : []
  )

export const columnsOf = (schema: Schema.Schema.All): ReadonlyArray<Column> =>
  fieldsOf(schema).map(({ field }) => ({ field, name: snakeCase(field) }))

/**
 * Returns the columns of a schema. Throws if the type of a field is ambiguous and has no `SqlType` annotation. Call
 * this function at module level, so that such an error appears at startup.
 */
export const typedColumnsOf = (schema: Schema.Schema.All): ReadonlyArray<TypedColumn> =>
  fieldsOf(schema).map(({ field, type }) => {
    const sqlType = sqlTypeOf(type)
    if (sqlType === undefined)
      throw new Error(`field "${field}" has no clear column type: annotate it with SqlType`)
    return { field, name: snakeCase(field), type: sqlType }
  })

const sqlTypeOf = (ast: AST.AST): string | undefined => {
  const annotated = AST.getAnnotation<string>(SqlType)(ast)
  if (Option.isSome(annotated)) return annotated.value
  switch (ast._tag) {
    case "StringKeyword":
    case "TemplateLiteral":
      return "text"
    case "NumberKeyword":
      return "float8"
    case "BooleanKeyword":
      return "boolean"
    case "Literal":
      return literalTypes[typeof ast.literal]
    case "Refinement":
      return isInteger(ast) ? "bigint" : sqlTypeOf(ast.from)
    case "Union":
      return sqlTypeOfUnion(ast)
    case "TupleType":
      return sqlTypeOfArray(ast)
    case "TypeLiteral":
    case "ObjectKeyword":
    case "UnknownKeyword":
      return "jsonb"
    case "Declaration":
      return declaredTypes[AST.getIdentifierAnnotation(ast).pipe(Option.getOrElse(() => ""))]
    default:
      return undefined
  }
}

const literalTypes: Readonly<Partial<Record<string, string>>> = {
  string: "text",
  number: "float8",
  boolean: "boolean"
}

const declaredTypes: Readonly<Partial<Record<string, string>>> = {
  DateFromSelf: "timestamptz",
  Uint8ArrayFromSelf: "bytea"
}

const isInteger = (ast: AST.Refinement): boolean =>
  Option.contains(AST.getSchemaIdAnnotation(ast), Schema.IntSchemaId)

/** Returns the type of a union whose members have the same type. Ignores null and undefined. */
const sqlTypeOfUnion = ({ types }: AST.Union): string | undefined => {
  const present = types.filter(
    (type) => type._tag !== "UndefinedKeyword" && !(AST.isLiteral(type) && type.literal === null)
  )
  const [first, ...others] = new Set(present.map(sqlTypeOf))
  return others.length === 0 ? first : undefined
}

/** Returns the type of a list. A list of plain values is an array. All other lists are JSON. */
const sqlTypeOfArray = ({ elements, rest }: AST.TupleType): string | undefined => {
  const item = elements.length === 0 && rest.length === 1 ? sqlTypeOf(rest[0]!.type) : "jsonb"
  if (item === undefined || item === "jsonb" || item.endsWith("[]")) return "jsonb"
  return `${item}[]`
}
