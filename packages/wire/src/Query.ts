import { isPlainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"
import { reportAll } from "./ReportAll.ts"

/** Parameters of paged lists. `page` starts at 1. `perPage` is 40 by default and at most 500. */
export const pageParams = {
  page: Schema.optionalWith(Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, 1_000_000)), {
    default: () => 1
  }),
  perPage: Schema.optionalWith(Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, 500)), {
    default: () => 40
  })
}

/** A boolean in a query string: `true` or `1`, `false` or `0`. */
export const QueryBoolean = Schema.transform(Schema.Literal("true", "false", "1", "0"), Schema.Boolean, {
  strict: true,
  decode: (text) => text === "true" || text === "1",
  encode: (value) => (value ? ("true" as const) : ("false" as const))
})

/** Returns a schema for text that PostgreSQL can store. The text must not contain NUL or lone surrogates. */
export const SafeText = (max: number) =>
  Schema.String.pipe(
    Schema.maxLength(max, { message: () => `must have at most ${max} characters` }),
    Schema.filter((text) => !text.includes("\0") && text.isWellFormed(), {
      message: () => "must not contain NUL or unpaired surrogate characters"
    })
  )

/**
 * Returns a schema for a one-line name that other users see. Control characters and text direction overrides are
 * rejected, because they could make the name look like a different one.
 */
export const ShownText = (max: number) =>
  SafeText(max).pipe(
    Schema.filter((text) => !text.isWellFormed() || isPlainText(text), {
      message: () => "must not contain control characters or text direction overrides"
    })
  )

/**
 * Returns the schema of a JSON body. Unknown fields are rejected, so that a misspelled field is not silently ignored.
 * All errors are reported at once.
 */
export const Body = <Fields extends Schema.Struct.Fields>(fields: Fields) => reportAll(Schema.Struct(fields))

/** Returns the schema of a body that may be omitted. A missing body counts as `{}`. */
export const OptionalBody = <Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const body = Body(fields)
  return Schema.transform(Schema.NullOr(body), Schema.typeSchema(body), {
    strict: false,
    decode: (value: unknown) => value ?? {},
    encode: (value: unknown) => value
  })
}
