import { SafeText } from "@media/wire/Query"
import * as Schema from "effect/Schema"
import { limits } from "@media/query/Tree"

/** Values of a field as the filter language writes them: `a,b`, `60..3600`, `*`. `asked` reads them. */
const FieldText = SafeText(limits.text).pipe(Schema.brand("FieldText"))
export type FieldText = typeof FieldText.Type

/** A parameter with its own names that also accepts every value of its field: `720p`, but also `720p,4k`. */
export const orFieldText = <const Value extends string>(
  values: ReadonlyArray<Value>
): Schema.Schema<Value | FieldText, string> => Schema.Union(Schema.Literal(...values), FieldText)

/**
 * The parameters of a list. They include those of all declared fields, which `asked` reads with the table of fields.
 * The type omits these, because an index signature would hide the names of the others.
 */
export const ListParams = <Fields extends Schema.Struct.Fields>(fields: Fields): Schema.Struct<Fields> =>
  Schema.Struct(fields, { key: Schema.String, value: Schema.Unknown }) as unknown as Schema.Struct<Fields>
