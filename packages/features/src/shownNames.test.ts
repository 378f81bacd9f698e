import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import { DisplayName } from "./identity/accounts/contract.ts"
import { ItemPatch } from "./catalog/items/contract.ts"

it.each([
  ["plain", true],
  ["gpj.\u202eexe", false],
  ["a\u0007b", false]
])("validates %j as a public name: %s", (name, isTaken) => {
  expect(Either.isRight(Schema.decodeEither(DisplayName)(name))).toBe(isTaken)
  expect(Either.isRight(Schema.decodeEither(ItemPatch)({ title: name }))).toBe(isTaken)
})
