// Installs packages when node_modules is absent or belongs to another lock file. Used before anything else exists.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { finish, say } from "./steps.mjs"

export const ensureInstalled = (root) => {
  if (isFresh(root)) return
  const done = say("Installing packages")
  const command = existsSync(join(root, "package-lock.json")) ? "ci" : "install"
  const { args, file } = npm()
  const flags = ["--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"]
  const run = spawnSync(file, [...args, command, ...flags], {
    cwd: root,
    stdio: "inherit",
    env: environment()
  })
  if (run.status !== 0) {
    finish(
      `Installing packages failed (npm ${command}). Its message is above; the network is needed for this step.`
    )
  }
  writeFileSync(stampFile(root), lockHash(root))
  done()
}

const stampFile = (root) => join(root, "node_modules", ".media-library-lock")

const lockHash = (root) => {
  const lock = join(root, "package-lock.json")
  return existsSync(lock) ? createHash("sha256").update(readFileSync(lock)).digest("hex") : "none"
}

// The stamp is ours; without it (someone ran npm by hand) npm's own hidden lock file must be the younger one.
const isFresh = (root) => {
  const installed = join(root, "node_modules", ".package-lock.json")
  if (!existsSync(installed)) return false
  if (existsSync(stampFile(root)) && readFileSync(stampFile(root), "utf8") === lockHash(root)) return true
  const lock = join(root, "package-lock.json")
  return !existsSync(lock) || statSync(installed).mtimeMs >= statSync(lock).mtimeMs
}

// Under "npm start" the npm that runs us names itself; NODE_ENV=production must not leave the bundler out.
const npm = () => {
  const self = process.env.npm_execpath
  return self?.endsWith(".js") ? { file: process.execPath, args: [self] } : { file: "npm", args: [] }
}

const environment = () => ({ ...process.env, NODE_ENV: "development" })
