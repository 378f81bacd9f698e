// `npm run score:naming` prints how many facts are read correctly from the names in
// packages/naming/src/testing/cases.json. `npm run score:naming -- FILE` reads cases from another file in the same
// format. `--misses` prints each wrong fact.
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { importBundled, root } from "./bundle.mjs"

const args = process.argv.slice(2)
const file = args.find((arg) => !arg.startsWith("--")) ?? join(root, "packages/naming/src/testing/cases.json")
const { score } = await importBundled(
  "score-naming",
  'export { score } from "./packages/naming/src/testing/score.ts"'
)
const scores = score(JSON.parse(readFileSync(resolve(file), "utf8")))
const percent = (right, total) => `${((100 * right) / total).toFixed(1)} %`
for (const { kind, misses, right, total } of scores) {
  process.stdout.write(
    `${kind.padEnd(24)}${String(right).padStart(5)} of ${String(total).padStart(5)}  ${percent(right, total)}\n`
  )
  if (args.includes("--misses"))
    for (const { expected, field, found, input } of misses)
      process.stdout.write(
        `    ${input}: ${field} ${JSON.stringify(expected)}, found ${JSON.stringify(found)}\n`
      )
}
const right = scores.reduce((sum, score) => sum + score.right, 0)
const total = scores.reduce((sum, score) => sum + score.total, 0)
process.stdout.write(
  `${"all".padEnd(24)}${String(right).padStart(5)} of ${String(total).padStart(5)}  ${percent(right, total)}\n`
)
