// `npm run plugin -- new NAME`: starts a plugin from the example in Node.
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { root } from "./bundle.mjs"
import { fail } from "./steps.mjs"

const [command, name, ...rest] = process.argv.slice(2)
if (command !== "new" || name === undefined || rest.length > 0) fail("npm run plugin -- new NAME")
const id = name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, "-")
if (!/^[a-z0-9][a-z0-9._-]{0,79}$/.test(id)) fail(`"${name}" has no letters or digits to make an id of.`)
// npm changes to the folder of the package; the plugin belongs where the command was typed.
const folder = resolve(process.env.INIT_CWD ?? process.cwd(), id)
if (existsSync(folder)) fail(`${folder} exists already.`)
cpSync(join(root, "docs/plugins/examples/tag-by-folder"), folder, { recursive: true })
const file = join(folder, "plugin.yml")
writeFileSync(
  file,
  readFileSync(file, "utf8")
    .replace(/^id: .*$/m, `id: ${id}`)
    .replace(/^name: .*$/m, `name: ${JSON.stringify(name)}`)
    .replace(/^author: .*\n/m, "")
    .replace(/^version: .*$/m, "version: 0.1.0")
)
process.stdout.write(`${folder}
  plugin.yml     what the plugin is, may do and offers
  main.mjs       its program: tags videos with their folder. Change it
  main.test.mjs  its tests: cd ${id} && node --test
`)
