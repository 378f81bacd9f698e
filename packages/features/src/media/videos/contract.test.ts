import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import { VideoPatch } from "./contract.ts"

const isValid = (date: unknown) => Schema.decodeUnknownEither(VideoPatch)({ date })._tag === "Right"

it.each(["2024-02-29", "2000-02-29", "1895-12-28", "2024-12-31", "9999-12-31", "0001-01-01", null])(
  "accepts the date %s",
  (date) => {
    expect(isValid(date)).toBe(true)
  }
)

it.each([
  "2024-02-30",
  "2023-02-29",
  "1900-02-29",
  "2024-04-31",
  "2024-13-01",
  "2024-00-10",
  "2024-01-00",
  "2024-01-32",
  "24-01-01",
  "2024-1-1",
  "2024-01-01T00:00:00Z",
  "2024-01-01 ",
  "+02024-01-01",
  "",
  20240101
])("rejects the date %s", (date) => {
  expect(isValid(date)).toBe(false)
})
