import { SqlType } from "@media/kernel/SqlType"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

/** A field of a schema as a column. */
export interface Column {
  /** camelCase, as in events and contracts. */
  readonly field: string
  /** snake_case. */
  readonly name: string
}

export interface TypedColumn extends Column {
  /** The PostgreSQL type that can read the field's JSON form. */
  readonly type: string
}

export const snakeCase = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** All fields except an event's tag, which is not a column. */
const fieldsOf = (schema: Schema.Schema.All) =>
  AST.getPropertySignatures(AST.typeAST(schema.ast)).flatMap(({ name, type }) =>
    typeof name === "string" && name !== "_tag" ? [{ field: name, type }] : []
  )

export const columnsOf = (schema: Schema.Schema.All): ReadonlyArray<Column> =>
  fieldsOf(schema).map(({ field }) => ({ field, name: snakeCase(field) }))

/** Throws at module load if a field's type is ambiguous and has no `SqlType` annotation. */
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

/** The type of a union whose members share one type, nullable or not. */
const sqlTypeOfUnion = ({ types }: AST.Union): string | undefined => {
  const present = types.filter(
    (type) => type._tag !== "UndefinedKeyword" && !(AST.isLiteral(type) && type.literal === null)
  )
  const [first, ...others] = new Set(present.map(sqlTypeOf))
  return others.length === 0 ? first : undefined
}

/** A list of plain values is an array; a list of anything else is JSON. */
const sqlTypeOfArray = ({ elements, rest }: AST.TupleType): string | undefined => {
  const item = elements.length === 0 && rest.length === 1 ? sqlTypeOf(rest[0]!.type) : "jsonb"
  if (item === undefined || item === "jsonb" || item.endsWith("[]")) return "jsonb"
  return `${item}[]`
}
