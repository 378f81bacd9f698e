import * as HttpApi from "@effect/platform/HttpApi"
import { Api } from "@media/api/generated/Api"
import { typeText } from "@media/api/emit/TypeText"
import { slices } from "@media/features/generated/slices"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { expect, it } from "vitest"

/**
 * Returns the type of a schema as text, without constraints such as a minimum length. Integers become numbers, because
 * JSON does not distinguish them.
 */
const shapeOf = (ast: AST.AST): string => typeText(ast).replaceAll("integer", "number")

/**
 * True if the encoded form of a schema is the same as its form in memory. This is not the case for dates, options and
 * classes, which a receiver could not decode without the schema.
 */
const isJson = (ast: AST.AST): boolean => shapeOf(AST.encodedAST(ast)) === shapeOf(AST.typeAST(ast))

it("sends responses as plain JSON, so that the browser does not need their schemas", () => {
  const wrong: Array<string> = []
  let count = 0
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group, successes }) => {
      for (const { ast } of successes.values()) {
        const envelope = Option.getOrUndefined(ast)
        const sent = envelope !== undefined && AST.isTransformation(envelope) ? envelope.from : undefined
        const data = sent && AST.getPropertySignatures(sent).find(({ name }) => name === "data")?.type
        count += data === undefined ? 0 : 1
        if (data === undefined || !isJson(data)) wrong.push(`${group.identifier}.${endpoint.name}`)
      }
    }
  })
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(30)
})

it("stores events in the same form as they have in memory", () => {
  const schemas = slices.flatMap(({ events }) => events as ReadonlyArray<Schema.Schema<unknown>>)
  expect(schemas.filter((schema) => !isJson(schema.ast)).map(String)).toEqual([])
  expect(isJson(Schema.Struct({ at: Schema.Date }).ast)).toBe(false)
  expect(isJson(Schema.Struct({ at: Schema.optionalWith(Schema.String, { default: () => "" }) }).ast)).toBe(
    false
  )
})
