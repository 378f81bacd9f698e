import {
  mkdirSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { spawn } from "node:child_process"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { isGenerated } from "./SealingKey.ts"
import { secretFile, secretText } from "./SecretText.ts"

let base = ""
let path = ""
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "media-secret-"))
  path = secretFile(base)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const find = (variable?: string, dataDir = base) => secretText({ variable, dataDir })
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

it("uses the secret in the environment variable and creates no secret file", async () => {
  expect(await find("a secret of my own")).toMatchObject({ text: "a secret of my own", source: "variable" })
  expect(existsSync(path)).toBe(false)
  expect((await find("short")).notice).toContain("could be guessed")
})

it("creates a new secret once, readable only by the server's user", async () => {
  const made = await find(undefined, join(base, "data/below"))
  const file = secretFile(join(base, "data/below"))
  expect([made.source, made.notice, isGenerated(made.text), modeOf(file)]).toEqual([
    "generated",
    undefined,
    true,
    "600"
  ])
  expect(await find(undefined, join(base, "data/below"))).toEqual({ ...made, source: "file" })
  expect(readdirSync(join(base, "data/below"))).toEqual([".media-secret"])
})

it("creates only one secret when several processes start at once", async () => {
  const program = `import { secretText } from ${JSON.stringify(new URL("./SecretText.ts", import.meta.url).pathname)}
    const all = await Promise.all(Array.from({ length: 20 }, () => secretText({ variable: undefined, dataDir: ${JSON.stringify(base)} })))
    console.log(new Set(all.map(({ text }) => text)).size === 1 ? all[0].text : "different")`
  const file = join(base, "run.ts")
  writeFileSync(file, program)
  const { build } = await import("esbuild")
  const outfile = join(base, "run.mjs")
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error"
  })
  rmSync(file)
  const run = () =>
    new Promise<string>((resolve) => {
      let heard = ""
      const child = spawn(process.execPath, [outfile])
      child.stdout.on("data", (chunk) => (heard += String(chunk)))
      child.once("close", () => resolve(heard.trim()))
    })
  const texts = new Set(await Promise.all([1, 2, 3, 4].map(run)))
  expect([...texts]).toEqual([readFileSync(path, "utf8").trim()])
})

it("makes the secret file private if other users can read it", async () => {
  const { text } = await find()
  chmodSync(path, 0o644)
  const found = await find()
  expect([found.text, modeOf(path)]).toEqual([text, "600"])
  expect(found.notice).toContain("could read the encryption secret")
  expect((await find()).notice).toBeUndefined()
})

it("uses a short secret, but warns that it could be guessed", async () => {
  writeFileSync(path, "half\n", { mode: 0o600 })
  const found = await find()
  expect([found.text, found.source]).toEqual(["half", "file"])
  expect(found.notice).toContain("has fewer than 16 characters")
})

it("replaces an empty secret file, but never an unreadable one", async () => {
  writeFileSync(path, "\n")
  expect((await find()).source).toBe("generated")
  rmSync(path)
  mkdirSync(path)
  await expect(find()).rejects.toThrow("cannot be used (EISDIR)")
  expect(statSync(path).isDirectory()).toBe(true)
  await expect(find(undefined, "/proc/nowhere")).rejects.toThrow("cannot be used (E")
})

it("removes only old temporary files that a killed process left behind", async () => {
  const { text } = await find()
  const id = "01234567-89ab-4cde-8f01-23456789abcd"
  const old = [
    `.media-secret.${id}`,
    `.media-secret.empty-${id}`,
    ".media-secret.mine",
    `.media-secrets.${id}`
  ]
  for (const name of old) {
    writeFileSync(join(base, name), text, { mode: 0o600 })
    utimesSync(join(base, name), new Date(0), new Date(0))
  }
  const young = `.media-secret.${id.replace("0", "f")}`
  writeFileSync(join(base, young), text)
  expect(await find()).toMatchObject({ text, source: "file", notice: undefined })
  expect(readdirSync(base).sort()).toEqual([".media-secret", young, ...old.slice(1)].sort())
})
