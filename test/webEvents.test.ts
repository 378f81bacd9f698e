import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const source = fileURLToPath(new URL("../apps/web/src", import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".vue"))
  .map((path) => ({ name: basename(path, ".vue"), path, text: readFileSync(join(source, path), "utf8") }))

const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the events that a component declares. Returns undefined if the declaration is in another module. */
const declared = (text: string): ReadonlySet<string> | undefined => {
  const emits = /defineEmits<(\{[\s\S]*?\}|\w+)>\(/.exec(text)?.[1] ?? "{}"
  if (!emits.startsWith("{")) return undefined
  const names = [...emits.matchAll(/["']?([\w:-]+)["']?\s*:\s*\[/g)].map(([, name]) => camel(name!))
  const models = [...text.matchAll(/defineModel(?:<[^(]*>)?\((?:"(\w+)")?/g)]
  return new Set([...names, ...models.map(([, name = "modelValue"]) => `update:${name}`)])
}

/** Matches native events of the browser. A component passes listeners for them to its root element. */
const native =
  /^(abort|blur|change|click|close|contextmenu|copy|dblclick|drag\w*|drop|ended|error|focus\w*|input|key\w+|load\w*|mouse\w+|paste|pause|play\w*|pointer\w+|scroll\w*|submit|toggle|touch\w+|transition\w+|wheel|vue:\w+)$/i

it("contains only listeners for events that the child component emits", () => {
  const byName = new Map(files.map(({ name, text }) => [name, declared(text)]))
  const unknown = files.flatMap(({ path, text }) =>
    [...text.matchAll(/<([A-Z]\w+)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/g)].flatMap(
      ([, tag, attributes]) => {
        const events = byName.get(tag!)
        if (events === undefined) return []
        return [...attributes!.matchAll(/\s@([\w:-]+)/g)]
          .map(([, event]) => camel(event!))
          .filter((event) => !events.has(event) && !native.test(event))
          .map((event) => `${path}: <${tag} @${event}>`)
      }
    )
  )
  expect(unknown).toEqual([])
})
