import { SqlError } from "@effect/sql/SqlError"
import { expect, it } from "vitest"
import { isTimeout, isUnavailable } from "./errors.ts"

const fault = (code: string) => new SqlError({ cause: { code }, message: "failed" })

it.each(["08006", "57P01", "57P03", "53100", "53200", "53300", "ECONNREFUSED"])(
  "treats %s as an unavailable database",
  (code) => expect(isUnavailable(fault(code))).toBe(true)
)

it.each(["23505", "22021", "42601", "XX000"])("treats %s as a faulty statement", (code) =>
  expect(isUnavailable(fault(code))).toBe(false)
)

const driverError = (message: string, code?: string) =>
  new SqlError({
    cause: Object.assign(new Error(message), code === undefined ? {} : { code }),
    message: "failed"
  })

it.each([
  "Query read timeout",
  "timeout expired",
  "timeout exceeded when trying to connect",
  "Connection terminated unexpectedly",
  "Client was closed and is not queryable"
])('treats "%s" as a missing connection', (message) => expect(isUnavailable(driverError(message))).toBe(true))

it.each([
  "Cannot read properties of undefined (reading 'rows')",
  "invalid byte sequence",
  "Received unexpected dataRow message from backend.",
  ""
])("treats %j without a code as a bug", (message) => {
  expect(isUnavailable(driverError(message))).toBe(false)
  expect(isTimeout(driverError(message))).toBe(false)
  expect(isUnavailable(new SqlError({ cause: message, message: "failed" }))).toBe(false)
  expect(isUnavailable(new SqlError({ cause: undefined, message: "failed" }))).toBe(false)
})

it.each(["QUERY_TIMEOUT", "57014"])("treats %s as a statement timeout of a reachable database", (code) => {
  expect(isTimeout(driverError("Query read timeout", code))).toBe(true)
  expect(isUnavailable(driverError("Query read timeout", code))).toBe(false)
})
