import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import { isCommon } from "./commonPasswords.ts"
import { NewPassword } from "./contract.ts"

it("recognizes the most common passwords in upper and lower case", () => {
  for (const password of [
    "password",
    "PASSWORD",
    "12345678",
    "Qwertyuiop",
    "iloveyou",
    "trustno1",
    "1qaz2wsx"
  ])
    expect([password, isCommon(password)]).toEqual([password, true])
})

it("does not treat uncommon passwords as common", () => {
  for (const password of ["correct horse", "battery staple", "password of my own", "", "пароль для дома"])
    expect([password, isCommon(password)]).toEqual([password, false])
})

it("rejects a common password with an explanation", () => {
  const decoded = Schema.decodeUnknownEither(NewPassword)("Password123")
  expect(Either.isLeft(decoded) && decoded.left.message).toContain("most common passwords")
})
