import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import { ShownText } from "./Query.ts"

const problem = (text: string): string =>
  Either.match(Schema.decodeEither(ShownText(20))(text), {
    onLeft: ({ message }) => /must .*/.exec(message)?.[0] ?? message,
    onRight: () => "fine"
  })

it.each([
  ["Küche 👨\u200d👩 \u0645\u06cc\u200c\u0634", "fine"],
  ["gpj.\u202eexe", "must not contain control characters or text direction overrides"],
  ["two\nlines", "must not contain control characters or text direction overrides"],
  ["two\u2028lines", "must not contain control characters or text direction overrides"],
  ["half \ud83d", "must not contain NUL or unpaired surrogate characters"],
  ["x".repeat(21), "must have at most 20 characters"]
])("validates %j: %s", (text, expected) => {
  expect(problem(text)).toBe(expected)
})
