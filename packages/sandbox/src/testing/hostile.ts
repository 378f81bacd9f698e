import type { SandboxRun } from "../Sandbox.ts"

type Run = Omit<SandboxRun, "onStderrLine">

export interface Surroundings {
  readonly packageFolder: string
  /** A folder that one of the programs may read. It contains the file `a.mp4`. */
  readonly mediaFolder: string
  /** Files and folders of this machine that no program may see. */
  readonly forbidden: ReadonlyArray<string>
  /** A port of this machine that accepts connections. */
  readonly port: number
  readonly hasPython: boolean
  /** A string in the command lines of all processes that the test looks for. */
  readonly mark: string
}

/** Returns a program that prints a word for each attempt that succeeded, and finally the end mark. */
const attempts = (lines: ReadonlyArray<string>): string =>
  `const fs = require("node:fs"), net = require("node:net"), open = []
  const attempt = (name, act) => { try { if (act() !== false) open.push(name) } catch {} }
  const connect = (host, port) => new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: 1000 })
    socket.on("connect", () => { open.push(host + ":" + port); socket.destroy(); resolve() })
    for (const event of ["error", "timeout"]) socket.on(event, () => { socket.destroy(); resolve() })
  })
  const main = async () => { ${lines.join("\n")} }
  main().finally(() => process.stdout.write(open.join(" ") + " end"))`

const node = (lines: ReadonlyArray<string>): Pick<Run, "program" | "args"> => ({
  program: "node",
  args: ["-e", attempts(lines)]
})
const sh = (script: string): Pick<Run, "program" | "args"> => ({ program: "sh", args: ["-c", script] })

/**
 * Returns one run for each way in which a hostile program tries to leave the sandbox. The package of the program
 * contains `secret-link`, a link to the first forbidden file.
 */
export const hostileRuns = ({
  forbidden,
  hasPython,
  mark,
  mediaFolder,
  packageFolder,
  port
}: Surroundings) => {
  const run = (part: Pick<Run, "program" | "args"> & Partial<Run>): Run => ({
    packageFolder,
    ...part,
    limits: { wallMs: 20_000, ...part.limits }
  })
  const paths = JSON.stringify([
    ...forbidden,
    "/package/secret-link",
    "/etc/shadow",
    "/root",
    "/home",
    "/.old"
  ])
  return {
    files: run(
      node([
        `for (const path of ${paths}) attempt(path, () => fs.statSync(path))`,
        `for (const root of ["/proc/1/root", "/proc/self/root", "/proc/1/cwd/.."])`,
        `  for (const path of ${paths}) attempt(root + path, () => fs.statSync(root + path))`,
        `attempt("passwd", () => !fs.readFileSync("/etc/passwd", "utf8").startsWith("sandbox:"))`,
        `try { fs.readFileSync("/etc/hosts") } catch { open.push("hosts") }`,
        `attempt("write", () => fs.writeFileSync("/package/planted", "x"))`,
        `attempt("through-link", () => fs.writeFileSync("/package/secret-link", "x"))`,
        `fs.symlinkSync("/package/secret-link", "/tmp/result")`,
        `attempt("result", () => fs.readFileSync("/tmp/result"))`
      ])
    ),
    media: run({
      ...node([
        `const media = ${JSON.stringify(mediaFolder)}`,
        `attempt("read", () => fs.readFileSync(media + "/a.mp4", "utf8") === "video")`,
        `for (const path of ["/a.mp4", "/planted"]) attempt("write", () => fs.writeFileSync(media + path, "x"))`,
        `attempt("remove", () => fs.unlinkSync(media + "/a.mp4"))`,
        `attempt("link", () => fs.readFileSync(media + "/secret-link"))`,
        `attempt("sibling", () => fs.readdirSync(media + "/..").length !== 1)`
      ]),
      extraReadOnly: [{ from: mediaFolder, to: mediaFolder, isLarge: true }]
    }),
    environment: run({
      ...node([
        `const text = JSON.stringify(process.env)`,
        `attempt("secret", () => text.includes("s3cret"))`,
        `for (const pid of fs.readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name)))`,
        `  attempt(pid, () => fs.readFileSync("/proc/" + pid + "/environ", "utf8").includes("s3cret"))`,
        `attempt("token", () => process.env.TOKEN !== "given")`
      ]),
      environment: { TOKEN: "given" }
    }),
    processes: run(
      node([
        `attempt("parents", () => fs.readdirSync("/proc").some((name) => /^[0-9]+$/.test(name) &&`,
        `  fs.readFileSync("/proc/" + name + "/cmdline", "utf8").includes("driver" + ".mjs")))`,
        // The kernel accepts the signal, but the first process of the sandbox ignores it.
        `attempt("kill", () => { process.kill(1, "SIGKILL"); return false })`,
        `for (const call of ["mount -t tmpfs x /tmp", "chroot / /bin/true", "umount /usr", "mount -o remount,rw /usr"])`,
        `  attempt(call, () => require("node:child_process").spawnSync("sh", ["-c", call]).status === 0)`
      ])
    ),
    network: run(
      node([
        `await connect("127.0.0.1", ${port})`,
        `await connect("169.254.169.254", 80)`,
        `await connect("1.1.1.1", 80)`,
        `attempt("interfaces", () => Object.keys(require("node:os").networkInterfaces()).some((name) => name !== "lo"))`
      ])
    ),
    bomb: run({
      // The first shell starts no further processes itself, because it would exit if it could not start one.
      ...sh(`bomb() { bomb | bomb & }; ( bomb 2>/dev/null ) & while :; do :; done; : ${mark}`),
      limits: { processes: 40, wallMs: 1_500, cpuSeconds: 20 }
    }),
    output: run(sh("yes a-line-of-output | head -c 10G")),
    errors: run(sh("yes a-line-of-output | head -c 10G >&2")),
    result: run(sh("head -c 100M /dev/zero")),
    memory: run({
      ...node([`const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))`]),
      limits: { memoryBytes: 200 * 1024 ** 2 }
    }),
    together: run({
      ...sh(
        `for n in 1 2 3 4; do node --max-old-space-size=60 -e 'const a = Buffer.alloc(1e8, 1); setTimeout(() => a, 20000)' & done; wait; : ${mark}`
      ),
      limits: { memoryBytes: 250 * 1024 ** 2 }
    }),
    files64: run({ ...sh("head -c 3M /dev/zero > /tmp/large"), limits: { fileBytes: 1024 ** 2 } }),
    manyFiles: run({
      ...sh("for n in 1 2 3 4; do head -c 500K /dev/zero > /tmp/$n || exit 7; done"),
      limits: { fileBytes: 1024 ** 2 }
    }),
    cpu: run({ ...sh("while :; do :; done"), limits: { cpuSeconds: 1 } }),
    stubborn: run({
      ...sh(`trap '' TERM INT HUP XCPU; while :; do sleep 1; done; : ${mark}`),
      limits: { wallMs: 700 }
    }),
    grandchild: run(sh(`setsid sh -c 'sleep 1000; : ${mark}' >/dev/null 2>&1 & echo started`)),
    input: run({ ...sh("cat; echo done >&2; exit 3"), stdin: "a\nb\n" }),
    ...(hasPython
      ? {
          python: run({
            program: "python3",
            args: ["-I", "-s", "-B", "-c", "import os, sys; print(os.getcwd(), len(sys.stdin.read()))"],
            stdin: "four"
          })
        }
      : {})
  }
}
