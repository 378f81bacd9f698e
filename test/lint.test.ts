import { ESLint, type Linter } from "eslint"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript-eslint"
import { afterAll, describe, expect, it } from "vitest"
import { noFloatingEffect } from "../eslint.types.js"

const root = fileURLToPath(new URL("..", import.meta.url))
// The folder is inside the repository, so that the sample can import effect.
const folder = join(root, "dist", `lint-${process.pid}`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sample = `import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
export const program = Effect.gen(function* () {
  Effect.log("never") // found
  Stream.make(1).pipe(Stream.runDrain) // found
  Stream.make(1) // found
  Layer.empty // found
  const ended = yield* Deferred.make<void>()
  Deferred.succeed(ended, undefined) // found
  yield* Effect.log("seen")
  yield* Effect.forkScoped(Effect.never)
  Effect.runFork(Effect.never)
  Deferred.unsafeDone(ended, Effect.void)
  void Effect.log("on purpose")
  let later: Effect.Effect<void> = Effect.void
  later = Effect.log("later")
  yield* Effect.exit(later)
  console.log(ended)
})
`

it("reports an Effect that is created but never used, and nothing else", async () => {
  mkdirSync(folder, { recursive: true })
  const options = { extends: "../../tsconfig.base.json", files: ["sample.ts"] }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options))
  writeFileSync(join(folder, "sample.ts"), sample)
  const lint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: ts.config({
      files: ["**/*.ts"],
      languageOptions: {
        parser: ts.parser,
        parserOptions: { project: "tsconfig.json", tsconfigRootDir: folder }
      },
      plugins: { effects: { rules: { "no-floating-effect": noFloatingEffect } } },
      rules: { "effects/no-floating-effect": "error" }
    }) as Array<Linter.Config>
  })
  const [result] = await lint.lintFiles(["sample.ts"])
  const wanted = sample.split("\n").flatMap((line, n) => (line.endsWith("// found") ? [n + 1] : []))
  expect(result?.messages.map(({ line, ruleId }) => ({ line, ruleId }))).toEqual(
    wanted.map((line) => ({ line, ruleId: "effects/no-floating-effect" }))
  )
})

describe("writes that could follow a link planted by another user", () => {
  const lint = new ESLint({ cwd: root })
  const linesFoundIn = async (filePath: string, text: string) => {
    const [result] = await lint.lintText(text, { filePath: join(root, filePath) })
    return result!.messages.flatMap(({ line, message }) => (message.includes("planted link") ? [line] : []))
  }
  const writes = `import { appendFile, readFile, writeFile } from "node:fs/promises" // found
import { copyFileSync, createWriteStream } from "node:fs" // found
import * as fs from "node:fs"
import { open } from "node:fs/promises"
export const write = async (path: string) => {
  fs.appendFileSync(path, "text") // found
  fs.cpSync(path, path) // found
  await open(path, "w") // found
  await open(path, "a+") // found
  await open(path, "r+") // found
  await open(path, "wx")
  await open(path, "r")
  fs.readFileSync(path)
  return [appendFile, readFile, writeFile, copyFileSync, createWriteStream]
}
`
  const wanted = writes.split("\n").flatMap((line, n) => (line.endsWith("// found") ? [n + 1] : []))

  it("are reported in programs that write below media folders", async () => {
    for (const path of ["packages/features/src/library/trash/sample.ts", "apps/worker/src/sample.ts"])
      expect([...new Set(await linesFoundIn(path, writes))], path).toEqual(wanted)
  })

  it("are allowed in tests, and in modules that only write to the server's own folders", async () => {
    for (const path of [
      "packages/assets/src/Leases.ts",
      "packages/features/src/library/trash/sample.test.ts"
    ])
      expect(await linesFoundIn(path, writes), path).toEqual([])
  })
})
