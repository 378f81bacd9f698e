// Installs packages if node_modules is missing or was installed from a different lock file. This module runs before any
// package is available.
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
  if (run.status !== 0) fail(`${run.stderr}Installing packages failed. The error message of npm is above.`)
  makeExecutable(join(root, "node_modules"))
  writeFileSync(stampFile(root), lockHash(root))
  rmSync(unfinishedFile(root))
  done()
}

// Path of a file that exists during an installation, and remains if npm is interrupted. Without this file, a partial
// installation would look complete.
const unfinishedFile = (root) => join(root, "dist", ".installing")

const stampFile = (root) => join(root, "node_modules", ".media-library-lock")

// Makes ffmpeg and ffprobe executable. Their packages lack the executable bit, and newer npm versions skip the install
// script that would set it. This must happen during the installation, because the user who runs the programs later may
// not own the files.
const makeExecutable = (modules) => {
  for (const program of ["ffmpeg", "ffprobe"]) {
    const file = join(modules, `@${program}-installer`, `${process.platform}-${process.arch}`, program)
    if (!existsSync(file) || (statSync(file).mode & 0o111) === 0o111) continue
    try {
      chmodSync(file, 0o755)
    } catch {
      // The files belong to another user. If they are not executable, the program that starts them will report the
      // error.
    }
  }
}

const lockHash = (root) => {
  const lock = join(root, "package-lock.json")
  return existsSync(lock) ? createHash("sha256").update(readFileSync(lock)).digest("hex") : "none"
}

// True if the installed packages match the lock file. The stamp contains the hash of the lock file. If someone ran npm
// directly, the stamp differs or is missing. In that case, npm's hidden lock file must be newer than our lock file.
const isFresh = (root) => {
  const installed = join(root, "node_modules", ".package-lock.json")
  if (!existsSync(installed) || existsSync(unfinishedFile(root))) return false
  if (existsSync(stampFile(root)) && readFileSync(stampFile(root), "utf8") === lockHash(root)) return true
  const lock = join(root, "package-lock.json")
  return !existsSync(lock) || statSync(installed).mtimeMs >= statSync(lock).mtimeMs
}

// Runs the npm that started this script, or the installed npm if there is none. NODE_ENV is set, because npm would not
// install the bundler if the variable were "production".
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
