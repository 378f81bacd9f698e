import { expect, it } from "vitest"
import { parsePidFile } from "./PidFile.ts"

it("reads the pid, the socket folder and the state", () => {
  const text = "4711\n/data/postgres\n1700000000\n5432\n/data/run\n\n  12345    67890\nready   \n"
  expect(parsePidFile(text)).toEqual({ pid: 4711, socketDir: "/data/run", status: "ready" })
})

it("returns an empty state while PostgreSQL is still writing the file", () => {
  expect(parsePidFile("4711\n/data/postgres\n")).toEqual({ pid: 4711, socketDir: "", status: "" })
})
