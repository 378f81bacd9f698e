import { SafeText } from "@media/wire/Query"
import * as Schema from "effect/Schema"
import { limits } from "@media/query/Tree"

/** Field values in the syntax of the query language, such as `a,b`, `60..3600` or `*`. `asked` parses them. */
const FieldText = SafeText(limits.text).pipe(Schema.brand("FieldText"))
export type FieldText = typeof FieldText.Type

/**
 * Returns the schema of a parameter that accepts `values` and any text in the query language: `720p`, but also
 * `720p,4k`.
 */
export const orFieldText = <const Value extends string>(
  values: ReadonlyArray<Value>
): Schema.Schema<Value | FieldText, string> => Schema.Union(Schema.Literal(...values), FieldText)

/**
 * Returns the schema of a list's parameters. The schema also accepts the parameters of all declared fields, which
 * `asked` reads with the field table. The type omits the parameters of declared fields, because an index signature
 * would hide the names of the other parameters.
 */
export const ListParams = <Fields extends Schema.Struct.Fields>(fields: Fields): Schema.Struct<Fields> =>
  Schema.Struct(fields, { key: Schema.String, value: Schema.Unknown }) as unknown as Schema.Struct<Fields>
