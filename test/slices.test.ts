import { spawnSync } from "node:child_process"
import { queues } from "@media/jobs/QueueDef"
import { describe, expect, it } from "vitest"
import { crossings, openRoles, roleOf, sliceOf } from "./architecture/slices.ts"
import { read, root, serverSources, sources } from "./architecture/sources.ts"

it("generated files are fresh, and the manifests of all slices complete", () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["scripts/generate.mjs", "--check"], {
    cwd: root,
    encoding: "utf8"
  })
  expect([status, stderr + stdout]).toEqual([0, expect.stringMatching(/generated files are up to date/)])
})

it("a slice imports of other slices what they offer", () => {
  const wrong = sources
    .filter(({ isTest, path }) => sliceOf(path) !== undefined && !isTest)
    .flatMap(({ imports, path }) =>
      imports
        .filter(({ target }) => sliceOf(target) !== undefined && sliceOf(target) !== sliceOf(path))
        .filter(({ target }) => !openRoles.has(roleOf(target)))
        .map(({ target }) => ({
          from: `${sliceOf(path)}/${roleOf(path)}`,
          to: `${sliceOf(target)}/${roleOf(target)}`
        }))
        .filter(({ from, to }) => !(`* -> ${to}` in crossings) && !(`${from} -> ${to}` in crossings))
        .map(
          ({ from, to }) =>
            `${from} -> ${to}: a slice offers its ${[...openRoles].join(", ")}; anything else is a crossing, with its reason in test/architecture/slices.ts`
        )
    )
  expect(wrong).toEqual([])
})

it("queues are rows of the database under the same names and labels", () => {
  const migration = ["0002_jobs", "0033_books"].map((name) => read(`migrations/${name}.sql`)).join("\n")
  for (const { label, name } of queues) expect(migration).toMatch(new RegExp(`'${name}',\\s+'${label}'`))
})

describe("error codes", () => {
  const manual = new Map(
    [...read("docs/error-codes.md").matchAll(/^\| `([a-z_]+)` +\| (\d{3})/gm)].map(([, code, status]) => [
      code!,
      status!
    ])
  )
  const written = serverSources
    .filter(({ path }) => /^packages\/(wire|http|features|api)\//.test(path))
    .flatMap(({ code, path }) => [
      ...[...code.matchAll(/\bFail\(\w+, "([a-z_]+)", (\d{3})[,)]/g)].map(([, c, s]) => ({
        code: c!,
        status: s!,
        path
      })),
      ...[...code.matchAll(/\banswer\((\d{3}), "([a-z_]+)"/g)].map(([, s, c]) => ({
        code: c!,
        status: s!,
        path
      })),
      ...[...code.matchAll(/\bsendError\(\w+, (\d{3}), "([a-z_]+)"/g)].map(([, s, c]) => ({
        code: c!,
        status: s!,
        path
      })),
      ...[...code.matchAll(/\bstatus: (\d{3}),\s+code: "([a-z_]+)"/g)].map(([, s, c]) => ({
        code: c!,
        status: s!,
        path
      }))
    ])

  it("are all in docs/error-codes.md, with their status", () => {
    expect(written.length).toBeGreaterThan(20)
    const wrong = written.filter(({ code, status }) => manual.get(code) !== status)
    expect(wrong).toEqual([])
  })

  it("in the manual are all in use", () => {
    const codes = new Set(written.map(({ code }) => code))
    expect([...manual.keys()].filter((code) => !codes.has(code))).toEqual([])
  })
})
