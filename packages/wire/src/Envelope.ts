import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { identityCheck } from "@media/kernel/IdentityCheck"
import type * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import type { FieldError } from "@media/kernel/Errors"

/**
 * Returns a schema of the same type that does not validate. The content of an envelope is validated when the envelope
 * is encoded, so a second validation is unnecessary (a page of 40 videos takes 146 instead of 297 microseconds).
 */
const unvalidated = <A, I, R>(_data: Schema.Schema<A, I, R>) => Schema.Any as Schema.Schema<A>

/**
 * Adds a fast path to a schema for values that decoding and encoding would leave unchanged. The schema itself handles
 * all other values, and is the one that appears in the OpenAPI document.
 */
const withFastPath = <A, I, R>(data: Schema.Schema<A, I, R>): Schema.Schema<A, I, R> => {
  const isIdentity = identityCheck(data)
  if (isIdentity === undefined) return data
  type Parse = (value: unknown, options: AST.ParseOptions) => Effect.Effect<A & I, ParseResult.ParseIssue>
  const fastPath = (parse: Parse) => (value: unknown, options: AST.ParseOptions) =>
    isIdentity(value) ? ParseResult.succeed(value as A & I) : parse(value, options)
  // Without transformations, both sides of the schema have the same type.
  const plain = Schema.make<A & I>(data.ast)
  const declared = Schema.declare(
    [],
    {
      decode: () => fastPath(ParseResult.decodeUnknown(plain)),
      encode: () => fastPath(ParseResult.encodeUnknown(plain))
    },
    { [AST.SurrogateAnnotationId]: data.ast }
  )
  return Schema.make<A, I, R>(declared.ast)
}

/**
 * Returns the schema of a successful response. A response is `{ok: true, data}` on the wire, and handlers return only
 * the value. The transform needs its own identifier. Otherwise the OpenAPI component of the inner schema would include
 * the envelope and refer to itself.
 */
export const Ok = <A, I, R>(identifier: string, data: Schema.Schema<A, I, R>, status: 200 | 201 = 200) =>
  Schema.transform(Schema.Struct({ ok: Schema.Literal(true), data: withFastPath(data) }), unvalidated(data), {
    strict: false,
    decode: (envelope: { readonly data: A }) => envelope.data,
    encode: (value: A) => ({ ok: true as const, data: value })
  }).annotations({ identifier, ...HttpApiSchema.annotations({ status }) })

/** An empty success: `{ok: true, data: null}`. The API never sends 204, so every JSON response has a body. */
export const OkNull = Ok("Done", Schema.Null)

/**
 * Like `Ok`, but repeats `fields` at the top level of the response, because some clients read `accessToken` or
 * `needsSetup` there.
 */
export const OkMirrored = <A extends object, I extends object, R>(
  identifier: string,
  data: Schema.Schema<A, I, R>,
  fields: ReadonlyArray<keyof A & string>,
  status: 200 | 201 = 200
) =>
  Schema.transform(
    Schema.Struct(
      { ok: Schema.Literal(true), data: withFastPath(data) },
      Schema.Record({ key: Schema.String, value: Schema.Unknown })
    ),
    unvalidated(data),
    {
      strict: false,
      decode: (envelope: { readonly data: A }) => envelope.data,
      encode: (value: A) => ({
        ok: true as const,
        data: value,
        ...Object.fromEntries(fields.map((field) => [field, value[field]]))
      })
    }
  ).annotations({ identifier, ...HttpApiSchema.annotations({ status }) })

/** Returns the schema of a page of a list, inside the envelope. `page` starts at 1. */
export const Page = <A, I, R>(identifier: string, item: Schema.Schema<A, I, R>) =>
  Ok(
    identifier,
    Schema.Struct({
      items: Schema.Array(item),
      total: Schema.Int,
      page: Schema.Int,
      perPage: Schema.Int
    })
  )

/**
 * Returns the schema of an error on the wire: `{ok: false, error: {code, message}}` with one status. Domain errors do
 * not depend on HTTP, so only this schema assigns a status to them. It cannot decode, because clients use the plain
 * envelope instead of the error class. `details` are the fields of the error that are sent in addition to the message.
 */
export const Fail = <E extends { readonly _tag: string; readonly message: string }, I, R>(
  error: Schema.Schema<E, I, R> & { readonly identifier?: string },
  code: string,
  status: number,
  details: Schema.Struct.Fields = {}
) =>
  Schema.transformOrFail(
    Schema.Struct({
      ok: Schema.Literal(false),
      error: Schema.Struct({ code: Schema.Literal(code), message: Schema.String, ...details })
    }),
    Schema.typeSchema(error),
    {
      strict: false,
      decode: (value: unknown, _options, ast) =>
        ParseResult.fail(
          new ParseResult.Forbidden(
            ast,
            value,
            "this schema only encodes errors; the client decodes them itself"
          )
        ),
      encode: (value: E) =>
        ParseResult.succeed({
          ok: false as const,
          error: {
            code,
            message: value.message,
            ...Object.fromEntries(
              Object.keys(details).flatMap((key) => {
                const detail = Reflect.get(Object(value), key) as unknown
                return detail === undefined ? [] : [[key, detail]]
              })
            )
          }
        })
    }
  ).annotations({ identifier: `Error_${code}`, ...HttpApiSchema.annotations({ status }) })

/** Returns the plain envelope of an error, for responses that are written outside the typed API. */
export const errorEnvelope = (code: string, message: string, fields?: ReadonlyArray<FieldError>) => ({
  ok: false as const,
  error: { message, code, ...(fields === undefined || fields.length === 0 ? {} : { fields }) }
})
