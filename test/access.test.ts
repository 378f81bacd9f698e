import * as Access from "@media/features/platform/access/Access"
import { AdminRequired, Forbidden } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { describe, expect, it } from "vitest"
import { bannedText } from "./architecture/rules.ts"
import { read } from "./architecture/sources.ts"

const names = Object.keys(Access.acts) as Array<Access.Act>
const member: Principal = {
  accountId: "1",
  sessionId: "2",
  username: "ada",
  role: "member",
  showNsfw: true,
  mayCreateLibraries: false,
  libraryIds: []
}
const administrator: Principal = { ...member, role: "administrator" }
const maker: Principal = { ...member, mayCreateLibraries: true }

const quietly = <A>(effect: Effect.Effect<A>): A =>
  Effect.runSync(Logger.withMinimumLogLevel(effect, LogLevel.None))

const refusal = (principal: Principal, act: "manage-library" | "edit-item") =>
  quietly(Effect.either(Access.require(principal, act, { id: "3" })))

describe("every action in Access.acts", () => {
  it("is listed in docs/security.md with its allowed callers and its meaning", () => {
    const rows = [
      ...read("docs/security.md").matchAll(/^\| `([a-z-]+)` +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)
    ].map(([, name, who, meaning]) => [name, who, meaning])
    expect(rows).toEqual(names.map((name) => [name, Access.acts[name].who, Access.acts[name].meaning]))
  })

  it("is allowed only for the declared callers", () => {
    const may = (principal: Principal) => names.filter((name) => Access.can(principal, name))
    expect(may(member)).toEqual([])
    expect(may(maker)).toEqual(["create-library"])
    expect(may(administrator)).toEqual(names.filter((name) => Access.acts[name].who === "administrators"))
  })

  it("fails with the error that its route declares", () => {
    for (const act of ["manage-library", "edit-item"] as const) {
      expect(Either.getLeft(refusal(member, act))).toMatchObject({ value: expect.any(AdminRequired) })
      expect(Either.isRight(refusal(administrator, act))).toBe(true)
    }
    const creation = (principal: Principal) =>
      quietly(Effect.either(Access.require(principal, "create-library")))
    expect(Either.getLeft(creation(member))).toMatchObject({ value: expect.any(Forbidden) })
    expect(Either.isRight(creation(maker))).toBe(true)
  })
})

describe("the ban on comparing roles", () => {
  const rule = bannedText.find(({ reason }) => reason.includes("access/Access"))!
  it.each([
    'if (principal.role !== "administrator") return',
    'const isAdmin = who.role === "administrator"',
    "const key = principal.role",
    'const f = ({ libraryIds, role }: Principal) => role === "member"',
    "const f = ({ role }: Principal): string => role"
  ])("detects a role comparison outside of the access rules: %s", (code) => {
    expect(rule.pattern.test(code)).toBe(true)
  })

  it.each(['video.role === "movie"', "role: row.role", 'role: "administrator"'])(
    "accepts code that does not compare a role: %s",
    (code) => {
      expect(rule.pattern.test(code)).toBe(false)
    }
  )
})
