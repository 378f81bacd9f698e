// @vitest-environment node
import { describe, expect, it } from "vitest"
import { safeNext } from "./safeNext"

describe("safeNext", () => {
  const next = (value: unknown): string => safeNext(value, "https://media.example")

  it("accepts a path within the app", () => {
    expect(next("/videos?q=a#b")).toBe("/videos?q=a#b")
  })

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/.//evil.example",
    "",
    undefined,
    ["/a"],
    "/login?next=/login"
  ])("replaces the unsafe target %j with the home page", (value) => {
    expect(next(value)).toBe("/")
  })
})
