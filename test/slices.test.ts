import { spawnSync } from "node:child_process"
import { queues } from "@media/jobs/QueueDef"
import { describe, expect, it } from "vitest"
import { cycles } from "./architecture/graph.ts"
import { exceptions, folderOf, openRoles, roleOf, sliceOf, tierOf } from "./architecture/slices.ts"
import { filesBelow, read, root, serverSources, sources } from "./architecture/sources.ts"

it("keeps the generated files up to date", () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["scripts/generate.mjs", "--check"], {
    cwd: root,
    encoding: "utf8"
  })
  expect([status, stderr + stdout]).toEqual([0, expect.stringMatching(/generated files are up to date/)])
})

it("registers the policies of all slices", () => {
  const registered = read("packages/features/src/generated/slices.ts")
  const declared = filesBelow("packages/features/src")
    .filter((path) => path.endsWith("/slice.ts"))
    .flatMap((path) => /\n {2}policies: \[([^\]]*)\]/.exec(read(path))?.[1]?.match(/\w+/g) ?? [])
  expect(declared.length).toBeGreaterThan(10)
  expect(declared.filter((name) => !registered.includes(`[${name}]`))).toEqual([])
})

describe("imports between slices", () => {
  const between = sources
    .filter(({ isTest, path }) => sliceOf(path) !== undefined && !isTest)
    .flatMap(({ imports, path }) =>
      imports
        .filter(({ target }) => sliceOf(target) !== undefined && sliceOf(target) !== sliceOf(path))
        .map(({ isType, target }) => ({
          from: sliceOf(path)!,
          to: sliceOf(target)!,
          role: roleOf(target),
          isType,
          named: `${sliceOf(path)}/${roleOf(path)} -> ${sliceOf(target)}/${roleOf(target)}`
        }))
    )
  const declaredOpen = (slice: string): ReadonlyArray<string> =>
    /\n {2}open: \[([^\]]*)\]/.exec(read(`${folderOf(slice)}/slice.ts`))?.[1]?.match(/[\w-]+/g) ?? []

  it("come from lower tiers, or from open files in the same tier", () => {
    const wrong = between.filter(({ from, role, to }) => {
      if (tierOf(to) < tierOf(from)) return false
      return tierOf(to) > tierOf(from) || !(openRoles.has(role) || declaredOpen(to).includes(role))
    })
    expect([...new Set(wrong.map(({ named }) => named))].filter((named) => !(named in exceptions))).toEqual(
      []
    )
  })

  it("form no cycle", () => {
    const edges = new Map<string, Array<string>>()
    for (const { from, isType, named, to } of between)
      if (!isType && !(named in exceptions)) edges.set(from, [...(edges.get(from) ?? []), to])
    expect(cycles(edges)).toEqual([])
  })

  it("have few exceptions, all of which are still needed", () => {
    const all = new Set(between.map(({ named }) => named))
    expect(Object.keys(exceptions).filter((named) => !all.has(named))).toEqual([])
    expect(Object.keys(exceptions).length).toBeLessThanOrEqual(40)
  })

  it("involve only slices that belong to a tier", () => {
    const slices = new Set(sources.flatMap(({ path }) => sliceOf(path) ?? []))
    expect([...slices].filter((slice) => tierOf(slice) === -1)).toEqual([])
  })
})

it("stores every queue in the database with the same name and label", () => {
  const migration = filesBelow("migrations")
    .filter((path) => path.endsWith(".sql"))
    .map(read)
    .join("\n")
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

  it("documents every error code with its status in docs/error-codes.md", () => {
    expect(written.length).toBeGreaterThan(20)
    const wrong = written.filter(({ code, status }) => manual.get(code) !== status)
    expect(wrong).toEqual([])
  })

  it("documents only error codes that the code uses", () => {
    const codes = new Set(written.map(({ code }) => code))
    expect([...manual.keys()].filter((code) => !codes.has(code))).toEqual([])
  })
})
