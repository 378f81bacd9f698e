import * as fs from "node:fs"
import * as path from "node:path"

/** A folder and everything below it, parents first; links are listed but not followed. */
export function* everyEntry(root: string): Generator<readonly [file: string, facts: fs.Stats]> {
  const facts = fs.lstatSync(root)
  yield [root, facts]
  if (facts.isDirectory()) for (const name of fs.readdirSync(root)) yield* everyEntry(path.join(root, name))
}
