import { expect, it } from "vitest"
import { databaseUrl } from "./Database.ts"
import { layoutOf, socketFile } from "./Layout.ts"

it("puts the socket in the data directory if the path is short enough", () => {
  expect(layoutOf("/data").socketDir).toBe("/data/run")
})

it("puts the socket in a folder with a short path if the data directory's path is too long", () => {
  const first = layoutOf(`/data/${"a".repeat(120)}`)
  const second = layoutOf(`/data/${"b".repeat(120)}`)
  expect(Buffer.byteLength(socketFile(first.socketDir))).toBeLessThanOrEqual(103)
  expect(first.socketDir).not.toBe(second.socketDir)
})

it("preserves spaces, percent signs and non-ASCII letters in the URL", () => {
  const url = new URL(databaseUrl(layoutOf("/data/Müller & 100% Söhne"), "media"))
  expect(url.searchParams.get("host")).toBe("/data/Müller & 100% Söhne/run")
})
