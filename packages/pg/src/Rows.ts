import type { SqlError } from "@effect/sql/SqlError"
import { type Fragment, FragmentId, type Segment, unsafeFragment } from "@effect/sql/Statement"
import { identityCheck } from "@media/kernel/IdentityCheck"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ParseError } from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { columnsOf, typedColumnsOf, type TypedColumn } from "./Columns.ts"

type Decode = (rows: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<unknown>, ParseError>
const decoders = new WeakMap<object, Decode>()

const makeDecoder = <A, I>(schema: Schema.Schema<A, I>): Decode => {
  const parse = Schema.decodeUnknown(Schema.Array(schema))
  const isIdentity = identityCheck(schema)
  return isIdentity === undefined
    ? parse
    : (rows) => (rows.every(isIdentity) ? Effect.succeed(rows) : parse(rows))
}

/**
 * Returns the decoder of a schema. Decoders are cached, because every statement would otherwise rebuild the array
 * schema and its parser.
 */
const decoderOf = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = decoders.get(schema) ?? makeDecoder(schema)
  decoders.set(schema, decode)
  return decode as (rows: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<A>, ParseError>
}

/**
 * Decodes the rows of a statement. A row that does not match its schema is our bug and not the caller's mistake, so it
 * causes a defect and not a validation error.
 */
export const rowsOf =
  <A, I>(schema: Schema.Schema<A, I>) =>
  <R>(statement: Effect.Effect<ReadonlyArray<unknown>, SqlError, R>) => {
    const decode = decoderOf(schema)
    return Effect.flatMap(statement, (rows) => Effect.orDie(decode(rows)))
  }

/** Decodes the first row. Returns `None` if there are no rows. */
export const rowOf =
  <A, I>(schema: Schema.Schema<A, I>) =>
  <R>(statement: Effect.Effect<ReadonlyArray<unknown>, SqlError, R>) =>
    Effect.map(rowsOf(schema)(statement), (rows) => Option.fromNullable(rows[0]))

type Names<Fields> = { readonly [Field in keyof Fields]?: string }

/**
 * Returns the column list of a query whose rows have this schema, such as `v.id, v.size_bytes as "sizeBytes"`. If
 * `expressions` contains SQL for a field, the field is read from that SQL. The SQL must be our own text, never input.
 * Any other field is read from the column of `alias` whose name is the field name in snake_case.
 */
export const select = <Fields extends Schema.Struct.Fields>(
  schema: Schema.Struct<Fields>,
  alias: string,
  expressions: Names<Fields> = {}
): Fragment =>
  unsafeFragment(
    columnsOf(schema)
      .map(({ field, name }) => {
        const expression = (expressions as Names<Schema.Struct.Fields>)[field] ?? `${alias}.${name}`
        return expression === `${alias}.${field}` ? expression : `${expression} as "${field}"`
      })
      .join(", ")
  )

export interface Recordset {
  /** For `from`: `jsonb_to_recordset($1::jsonb) as x(id uuid, size_bytes bigint)`. One parameter contains all rows. */
  readonly from: Fragment
  /** For `insert into t (...)`: `id, size_bytes`. */
  readonly columns: Fragment
  /** For the `select` of this insert: `x.id, x.size_bytes`. */
  readonly values: Fragment
  /** For `update t set ... from`: `size_bytes = x.size_bytes`, without the key. */
  readonly assignments: Fragment
  /** For `on conflict ... do update set`: `size_bytes = excluded.size_bytes`, without the key. */
  readonly excluded: Fragment
}

/** The SQL fragments of a record set that do not depend on its rows. */
interface Shape extends Omit<Recordset, "from"> {
  readonly all: ReadonlyArray<TypedColumn>
  readonly definition: string
}

const makeShape = (
  schema: Schema.Schema.All,
  alias: string,
  key: ReadonlyArray<unknown>,
  names: Names<Schema.Struct.Fields>
): Shape => {
  const all = typedColumnsOf(schema).map((column) => ({
    ...column,
    name: names[column.field] ?? column.name
  }))
  const others = all.filter(({ field }) => !key.includes(field))
  const list = (text: (column: TypedColumn) => string, of: ReadonlyArray<TypedColumn>) =>
    unsafeFragment(of.map(text).join(", "))
  return {
    all,
    definition: `::jsonb) as ${alias}(${all.map(({ name, type }) => `${name} ${type}`).join(", ")})`,
    columns: list(({ name }) => name, all),
    values: list(({ name }) => `${alias}.${name}`, all),
    assignments: list(({ name }) => `${name} = ${alias}.${name}`, others),
    excluded: list(({ name }) => `${name} = excluded.${name}`, others)
  }
}

/**
 * Cached SQL fragments, keyed by schema and options. Creating them takes longer than writing the
 * rows of a single event.
 */
const shapes = new WeakMap<object, Map<string, Shape>>()
const shapeOf = (...parts: Parameters<typeof makeShape>): Shape => {
  const [schema, ...options] = parts
  const known = shapes.get(schema) ?? new Map<string, Shape>()
  shapes.set(schema, known)
  const id = JSON.stringify(options)
  const shape = known.get(id) ?? makeShape(...parts)
  known.set(id, shape)
  return shape
}

/**
 * Turns rows of this schema into a table `x` for one set-based statement. The names of the columns are the field names
 * in snake_case, or the names in `columns`. Their types come from the schema (`Schema.Int` is `bigint`, and an
 * annotation with `kernel/SqlType` overrides the type). Define the schema at module level, because the columns are
 * derived once per schema object.
 */
export const recordset = <Fields extends Schema.Struct.Fields>(
  schema: Schema.Struct<Fields>,
  rows: ReadonlyArray<Schema.Struct.Type<Fields>>,
  options: {
    readonly alias?: string
    /** The fields that identify a row. The default is `id`. */
    readonly key?: ReadonlyArray<keyof Fields>
    readonly columns?: Names<Fields>
  } = {}
): Recordset => {
  const { alias = "x", columns = {}, key = ["id"] } = options
  const { all, definition, ...texts } = shapeOf(schema, alias, key, columns as Names<Schema.Struct.Fields>)
  const json = JSON.stringify(rows.map((row) => jsonRow(row, all)))
  return {
    ...texts,
    from: fragment(
      { _tag: "Literal", value: "jsonb_to_recordset(" },
      { _tag: "Parameter", value: json },
      { _tag: "Literal", value: definition }
    )
  }
}

/**
 * Creates a fragment with a parameter. The surrounding statement assigns the parameter's number, which `unsafeFragment`
 * does not support.
 */
const fragment = (...segments: ReadonlyArray<Segment>): Fragment => ({
  [FragmentId]: () => FragmentId,
  segments
})

/** Converts a row to JSON. Bytes are written in PostgreSQL's text form, dates with their `toJSON`. */
const jsonRow = (row: unknown, columns: ReadonlyArray<TypedColumn>) => {
  const json: Record<string, unknown> = {}
  for (const { field, name } of columns) {
    const value = (row as Readonly<Record<string, unknown>>)[field]
    json[name] = value instanceof Uint8Array ? `\\x${Buffer.from(value).toString("hex")}` : value
  }
  return json
}
