import { describe, expect, it } from "vitest"
import { cycles } from "./architecture/graph.ts"
import { allowed, bannedNames, bannedText, forbidden } from "./architecture/rules.ts"
import { filesBelow, matches, read, serverSources, sources } from "./architecture/sources.ts"

const packageOf = (path: string): string => path.split("/").slice(0, 2).join("/")
const isOurs = (path: string): boolean => /^(packages|apps)\//.test(path)

describe("imports", () => {
  it("refer only to packages that the rules allow", () => {
    const wrong = sources
      .filter(({ isTest, path }) => isOurs(path) && !isTest)
      .flatMap(({ imports, path }) =>
        imports
          .filter(({ target }) => isOurs(target) && packageOf(target) !== packageOf(path))
          .filter(({ target }) => !allowed[packageOf(path)]?.includes(packageOf(target)))
          .map(({ target }) => `${path} -> ${target}: ${packageOf(path)} may not use ${packageOf(target)}`)
      )
    expect(wrong).toEqual([])
  })

  it("do not cross a forbidden boundary", () => {
    const wrong = sources
      .filter(({ isTest }) => !isTest)
      .flatMap(({ imports, path }) =>
        forbidden
          .filter(({ from }) => matches(from, path))
          .flatMap(({ allowTypes, except, reason, to }) =>
            imports
              .filter(({ target }) => matches(to, target))
              .filter(({ target }) => except === undefined || !matches(except, target))
              .filter(({ isType }) => !(isType && allowTypes === true))
              .map(({ target }) => `${path} -> ${target}: ${reason}`)
          )
      )
    expect(wrong).toEqual([])
  })

  it("refer only to existing files", () => {
    const known = new Set(sources.map(({ path }) => path))
    const wrong = serverSources.flatMap(({ imports, path }) =>
      imports
        .filter(({ target }) => isOurs(target) && target.endsWith(".ts") && !known.has(target))
        .map(({ target }) => `${path} -> ${target}`)
    )
    expect(wrong).toEqual([])
  })

  it("form no cycle", () => {
    const edges = new Map(
      sources.map(({ imports, path }) => [
        path,
        imports.filter(({ isType, target }) => !isType && isOurs(target)).map(({ target }) => target)
      ])
    )
    expect(cycles(edges)).toEqual([])
  })

  it("use another application's modules only in tests", () => {
    const wrong = sources
      .filter(({ isTest }) => !isTest)
      .flatMap(({ imports, path }) =>
        imports
          .filter(({ target }) => target.startsWith("apps/") && packageOf(target) !== packageOf(path))
          .map(({ target }) => `${path} -> ${target}`)
      )
    expect(wrong).toEqual([])
  })
})

describe("files", () => {
  it("contain no banned text", () => {
    const wrong = serverSources.flatMap(({ code, path }) =>
      bannedText
        .filter(
          ({ except, pattern }) => pattern.test(code) && !(except !== undefined && matches(except, path))
        )
        .map(({ pattern, reason }) => `${path}: ${pattern.exec(code)?.[0].trim()}: ${reason}`)
    )
    expect(wrong).toEqual([])
  })

  it("never create HTML from text and never write to the console in the web app", () => {
    const web = sources.filter(({ isTest, path }) => path.startsWith("apps/web/src/") && !isTest)
    expect(web.filter(({ text }) => /\bv-html\b|\.innerHTML\b/.test(text)).map(({ path }) => path)).toEqual(
      []
    )
    expect(web.filter(({ code }) => /\bconsole\.\w+\(/.test(code)).map(({ path }) => path)).toEqual([])
  })

  it("have specific names, and index files only where they are allowed", () => {
    const wrong = [...sources.map(({ path }) => path), ...filesBelow("scripts")].filter((path) =>
      path.split("/").some((part) => bannedNames.test(part))
    )
    expect(wrong).toEqual([])
    // A composable with several files is a folder with an index. No other index may re-export modules.
    const hasParts = (index: string) =>
      sources.some(
        ({ isTest, path }) => !isTest && path !== index && path.startsWith(index.replace("index.ts", ""))
      )
    const isComposable = (path: string) =>
      /^apps\/web\/src\/.*\/use[A-Z]\w*\/index\.ts$/.test(path) && hasParts(path)
    const barrels = sources.filter(
      ({ path }) => path.endsWith("/index.ts") && path !== "apps/web/src/live/index.ts" && !isComposable(path)
    )
    expect(barrels.map(({ path }) => path)).toEqual([])
  })

  it("have at most 400 lines, and mostly far fewer", () => {
    const sizes = sources.map(({ lines, path }) => ({ lines, path })).sort((a, b) => a.lines - b.lines)
    const share = (part: number) => sizes[Math.floor((sizes.length - 1) * part)]!.lines
    expect(sizes.filter(({ lines }) => lines > 400)).toEqual([])
    // When these limits were set, the median was 48 lines and the 95th percentile was 154 lines.
    expect(share(0.5), "half of the files have at most 80 lines").toBeLessThanOrEqual(80)
    expect(share(0.95), "nineteen of twenty files have at most 200 lines").toBeLessThanOrEqual(200)
  })
})

describe("migrations", () => {
  const files = filesBelow("migrations").map((path) => path.slice("migrations/".length))
  const names = files.filter((name) => !name.startsWith("functions/")).sort()

  it("have unique numbers", () => {
    const numbers = names.map((name) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
    expect(numbers).not.toContain(undefined)
    expect(new Set(numbers).size).toBe(names.length)
  })

  it("define each database function once, in functions/", () => {
    const created = files.flatMap((name) =>
      [...read(`migrations/${name}`).matchAll(/^create (or replace )?(?:function|procedure) (\w+)/gm)].map(
        ([, replace, called]) => ({ called, name, isReplacing: replace !== undefined })
      )
    )
    const repeatable = created.filter(({ name }) => name.startsWith("functions/"))
    expect(repeatable.filter(({ isReplacing }) => !isReplacing)).toEqual([])
    expect(new Set(repeatable.map(({ called }) => called)).size).toBe(repeatable.length)
    const leftBehind = created.filter(({ name }) => !name.startsWith("functions/"))
    expect(leftBehind.filter(({ called }) => repeatable.some((other) => other.called === called))).toEqual([])
  })

  it("state why they exist and whether they break older versions", () => {
    const wrong = names.filter(
      (name) => !/^-- why: \S.*\n-- breaking: (yes|no)\n/.test(read(`migrations/${name}`))
    )
    expect(wrong).toEqual([])
  })
})
