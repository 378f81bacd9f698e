// `npm run plugin -- new NAME` creates a plugin from the Node example.
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { root } from "./bundle.mjs"
import { fail } from "./steps.mjs"

const [command, name, ...rest] = process.argv.slice(2)
if (command !== "new" || name === undefined || rest.length > 0) fail("npm run plugin -- new NAME")
const id = name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, "-")
if (!/^[a-z0-9][a-z0-9._-]{0,79}$/.test(id))
  fail(`"${name}" has no letters or digits, so no id can be created from it.`)
// npm runs scripts in the folder of the package. The plugin is created where the user typed the command.
const folder = resolve(process.env.INIT_CWD ?? process.cwd(), id)
if (existsSync(folder)) fail(`${folder} already exists.`)
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
  plugin.yml     the plugin's description, permissions and features
  main.mjs       its program, which tags videos with their folder. Replace it with yours
  main.test.mjs  its tests. Run them: cd ${id} && node --test
`)
