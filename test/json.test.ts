import * as HttpApi from "@effect/platform/HttpApi"
import { Api } from "@media/api/generated/Api"
import { typeText } from "@media/api/emit/TypeText"
import { slices } from "@media/features/generated/slices"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { expect, it } from "vitest"

/** Returns the type of a schema as text without bounds. A whole number is a number in JSON. */
const shapeOf = (ast: AST.AST): string => typeText(ast).replaceAll("integer", "number")

/**
 * True if the encoded form of a schema equals its form in memory. Dates, options and classes do not, because the
 * receiver would need the schema to decode these types.
 */
const isJson = (ast: AST.AST): boolean => shapeOf(AST.encodedAST(ast)) === shapeOf(AST.typeAST(ast))

it("uses only plain JSON in responses, so that the browser needs only their types", () => {
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

it("stores events in their in-memory form", () => {
  const schemas = slices.flatMap(({ events }) => events as ReadonlyArray<Schema.Schema<unknown>>)
  expect(schemas.filter((schema) => !isJson(schema.ast)).map(String)).toEqual([])
  expect(isJson(Schema.Struct({ at: Schema.Date }).ast)).toBe(false)
  expect(isJson(Schema.Struct({ at: Schema.optionalWith(Schema.String, { default: () => "" }) }).ast)).toBe(
    false
  )
})
