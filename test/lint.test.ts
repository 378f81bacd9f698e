import { ESLint, type Linter } from "eslint"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript-eslint"
import { afterAll, expect, it } from "vitest"
import { noFloatingEffect } from "../eslint.types.js"

const root = fileURLToPath(new URL("..", import.meta.url))
// The folder is inside the repository, because the sample imports effect.
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

it("reports only Effects that are created but never used", async () => {
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
