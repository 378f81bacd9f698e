// Installs packages if node_modules is missing or belongs to another lock file. Used before anything else exists.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { announce, fail } from "./steps.mjs"

export const ensureInstalled = (root) => {
  if (isFresh(root)) return makeExecutable(join(root, "node_modules"))
  const done = announce("Installing packages (needs the network)")
  mkdirSync(join(root, "dist"), { recursive: true })
  writeFileSync(unfinishedFile(root), "")
  const run = npm(root, ["ci"])
  if (run.status !== 0) fail(`${run.stderr}Installing packages failed; npm's message is above.`)
  makeExecutable(join(root, "node_modules"))
  writeFileSync(stampFile(root), lockHash(root))
  rmSync(unfinishedFile(root))
  done()
}

// Remains if npm is interrupted, because a partial installation looks complete from outside.
const unfinishedFile = (root) => join(root, "dist", ".installing")

const stampFile = (root) => join(root, "node_modules", ".media-library-lock")

// The packages come without the executable bit; an install script would set it, but newer npm versions skip that. Done
// here, because the user who runs the programs later may not own them.
const makeExecutable = (modules) => {
  for (const program of ["ffmpeg", "ffprobe"]) {
    const file = join(modules, `@${program}-installer`, `${process.platform}-${process.arch}`, program)
    if (!existsSync(file) || (statSync(file).mode & 0o111) === 0o111) continue
    try {
      chmodSync(file, 0o755)
    } catch {
      // Installed by another user: the program reports an unusable file itself.
    }
  }
}

const lockHash = (root) => {
  const lock = join(root, "package-lock.json")
  return existsSync(lock) ? createHash("sha256").update(readFileSync(lock)).digest("hex") : "none"
}

// The stamp is ours; without it (someone ran npm directly) npm's own hidden lock file must be newer.
const isFresh = (root) => {
  const installed = join(root, "node_modules", ".package-lock.json")
  if (!existsSync(installed) || existsSync(unfinishedFile(root))) return false
  if (existsSync(stampFile(root)) && readFileSync(stampFile(root), "utf8") === lockHash(root)) return true
  const lock = join(root, "package-lock.json")
  return !existsSync(lock) || statSync(installed).mtimeMs >= statSync(lock).mtimeMs
}

// Under "npm start" the npm that runs us names itself; NODE_ENV=production must not leave the bundler out.
const npm = (root, command) => {
  const self = process.env.npm_execpath
  const [file, ...args] = self?.endsWith(".js") ? [process.execPath, self] : ["npm"]
  const flags = ["--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"]
  const run = spawnSync(file, [...args, ...command, ...flags], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "development" },
    stdio: ["ignore", "inherit", "pipe"]
  })
  return { status: run.status, stderr: run.error === undefined ? run.stderr : `${run.error.message}\n` }
}
