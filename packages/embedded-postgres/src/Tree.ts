import * as fs from "node:fs"
import * as path from "node:path"

/** Yields a folder and everything in it, parents first. Symbolic links are yielded but not followed. */
export function* everyEntry(root: string): Generator<readonly [file: string, facts: fs.Stats]> {
  const facts = fs.lstatSync(root)
  yield [root, facts]
  if (facts.isDirectory()) for (const name of fs.readdirSync(root)) yield* everyEntry(path.join(root, name))
}
