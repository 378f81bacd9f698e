import { SqlError } from "@effect/sql/SqlError"
import { expect, it } from "vitest"
import { isUnavailable } from "./errors.ts"

const fault = (code: string) => new SqlError({ cause: { code }, message: "failed" })

it.each(["08006", "57P01", "57P03", "53100", "53200", "53300", "ECONNREFUSED"])(
  "%s: the database is away or has nothing left",
  (code) => expect(isUnavailable(fault(code))).toBe(true)
)

it.each(["23505", "22021", "42601", "XX000"])("%s: the statement is at fault", (code) =>
  expect(isUnavailable(fault(code))).toBe(false)
)
