import { queues } from "@media/jobs/QueueDef"
import { describe, expect, it } from "vitest"
import {
  concepts,
  crossings,
  hasRole,
  openRoles,
  readRole,
  roleOf,
  roles,
  sliceNames,
  sliceOf
} from "./architecture/slices.ts"
import { read, serverSources, sources } from "./architecture/sources.ts"

const inSlices = sources.filter(({ path }) => sliceOf(path) !== undefined)
const exported = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].map(([, name]) => name!)

describe("a slice", () => {
  it("consists of files with known roles", () => {
    const wrong = inSlices
      .filter(({ path }) => !roles.has(roleOf(path)) && !(`${sliceOf(path)}/${roleOf(path)}` in concepts))
      .map(
        ({ path }) =>
          `${path}: no role; a concept is entered in test/architecture/slices.ts and docs/slices.md`
      )
    expect(wrong).toEqual([])
  })

  it("is described with its concepts", () => {
    const manual = read("docs/slices.md")
    const paths = new Set(inSlices.map(({ path }) => `${sliceOf(path)}/${roleOf(path)}`))
    const wrong = [
      ...Object.keys(concepts)
        .filter((concept) => !paths.has(concept))
        .map((concept) => `${concept}: in test/architecture/slices.ts, but there is no such file`),
      ...Object.keys(concepts)
        .filter((concept) => !manual.includes(`\`${concept}`))
        .map((concept) => `${concept}: not in docs/slices.md`),
      ...sliceNames
        .filter((name) => !manual.includes(`| \`${name}\``))
        .map((name) => `${name}: not among the slices of docs/slices.md`)
    ]
    expect(wrong).toEqual([])
  })

  it("imports of other slices what they offer", () => {
    const wrong = inSlices
      .filter(({ isTest }) => !isTest)
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

  it("with events has a projection and is registered", () => {
    const registered = read("packages/features/src/slices.ts")
    for (const name of sliceNames.filter((name) => hasRole(name, "events"))) {
      expect([name, hasRole(name, "projection")]).toEqual([name, true])
      const files = ["events", "projection", ...(hasRole(name, "policy") ? ["policy"] : [])]
      const unregistered = files.filter((role) => !registered.includes(`"./${name}/${role}.ts"`))
      expect(unregistered, `of ${name}, not in packages/features/src/slices.ts`).toEqual([])
    }
  })

  it("lists every event it defines", () => {
    for (const name of sliceNames.filter((name) => hasRole(name, "events"))) {
      const text = readRole(name, "events")
      const defined = exported(text, /export const (\w+) = event\(/g)
      const tags = exported(text, /= event\("([^"]+)"/g)
      expect(defined.length).toBeGreaterThan(0)
      for (const tag of tags) expect(tag).toMatch(/^[a-z-]+\.[a-z-]+\.v\d+$/)
      // Once where it is defined, once more in the union or the list.
      const unlisted = defined.filter((event) => text.split(new RegExp(`\\b${event}\\b`)).length < 3)
      expect([name, unlisted], "events that are in no union and no list of their events.ts").toEqual([
        name,
        []
      ])
    }
  })

  it("with a processor is run by the worker", () => {
    const registered = read("packages/features/src/processors.ts")
    for (const name of sliceNames.filter((name) => hasRole(name, "processor"))) {
      for (const processor of exported(
        readRole(name, "processor"),
        /export const (\w+) = (?:plainP|preparedP|p)rocessor\(/g
      ))
        expect(
          registered.includes(processor),
          `${processor}: not in packages/features/src/processors.ts`
        ).toBe(true)
    }
  })

  it("has every group in the API and every handler behind it", () => {
    const api = read("packages/api/src/Api.ts")
    const handlers = read("packages/api/src/ApiHandler.ts")
    const raw = read("packages/api/src/RawRoutes.ts")
    const wrong: Array<string> = []
    for (const name of sliceNames) {
      if (hasRole(name, "contract"))
        for (const group of exported(readRole(name, "contract"), /export class (\w+Group) /g))
          if (!api.includes(`.add(${group})`)) wrong.push(`${group}: not added in packages/api/src/Api.ts`)
      if (hasRole(name, "http"))
        for (const live of exported(readRole(name, "http"), /export const (\w+Live) /g))
          if (!new RegExp(`^  ${live}\\b`, "m").test(handlers))
            wrong.push(`${live}: not among the groups of packages/api/src/ApiHandler.ts`)
      if (hasRole(name, "raw"))
        for (const route of exported(readRole(name, "raw"), /export const (\w+Route)\b/g))
          if (!raw.includes(route)) wrong.push(`${route}: not in packages/api/src/RawRoutes.ts`)
    }
    expect(wrong).toEqual([])
  })
})

describe("queues", () => {
  const labels = new Map<string, string>(queues.map(({ label, name }) => [name, label]))

  it("bear the label operators read", () => {
    for (const slice of sliceNames.filter((name) => hasRole(name, "queue"))) {
      const text = readRole(slice, "queue")
      const names = exported(text, /\bname: "([^"]+)"/g)
      const own = exported(text, /\blabel: "([^"]+)"/g)
      expect(names.map((name) => labels.get(name))).toEqual(own)
    }
  })

  it("are rows of the database under the same names and labels", () => {
    const migration = read("migrations/0002_jobs.sql")
    for (const { label, name } of queues) expect(migration).toMatch(new RegExp(`'${name}',\\s+'${label}'`))
  })
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
      ...[...code.matchAll(/\bFail\(\w+, "([a-z_]+)", (\d{3})\)/g)].map(([, c, s]) => ({
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
