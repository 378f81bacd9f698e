import { Children } from "@media/children/Children"
import type { Tunnel } from "@media/egress/Tunnel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { closeSync, openSync } from "node:fs"
import { join } from "node:path"
import { hasNetwork, reachOf } from "./DeclaredHosts.ts"
import { hostProxy } from "./HostProxy.ts"
import { inspectMachine, type Machine } from "./Machine.ts"
import { newFile } from "./NewFile.ts"
import { environmentOf, planOf, runFolder, DEFAULTS } from "./Plans.ts"
import { findLevel } from "./Probe.ts"
import { type Level, Sandbox, type SandboxRun, type SandboxShape } from "./Sandbox.ts"
import { SandboxRefused } from "./SandboxErrors.ts"
import { gone, supervise } from "./Supervise.ts"
import { removeLeftFolders } from "./TemporaryFolders.ts"
import { type Way, wordsOf } from "./Ways.ts"

/** Minimum level at which untrusted programs may run. */
const LEAST: Level = 2
const NICE = 5

export interface SandboxOptions {
  /** Reads the level that an administrator requires, before each run. */
  readonly required?: Effect.Effect<Level>
  /** Folders that no program may see: data, cache and media. */
  readonly hidden?: ReadonlyArray<string>
  /** The programs of the machine. Tests use it to simulate a machine that lacks a program. */
  readonly machine?: Machine
}

/** Runs a program in the sandbox that `way` describes. Does not check that this sandbox is strong enough. */
export const runBehind = (machine: Machine, hidden: ReadonlyArray<string>) => (way: Way, run: SandboxRun) =>
  Effect.gen(function* () {
    const children = yield* Children
    const folder = yield* runFolder
    const proxy = hasNetwork(run) ? join(folder, "proxy.sock") : undefined
    if (proxy !== undefined) yield* hostProxy(proxy, reachOf(run))
    const plan = yield* planOf({ machine, hidden }, run, folder, proxy)
    const env = yield* environmentOf(run)
    const words = wordsOf(machine, way, plan)
    if (words === undefined)
      return yield* new SandboxRefused({ reason: `This machine cannot create a sandbox with ${way.by}.` })
    const limits = { ...DEFAULTS, ...run.limits }
    const first: Array<number> = []
    // This finalizer runs after the program was stopped.
    yield* Effect.addFinalizer(() => gone(first))
    const descriptors = words.filter === undefined ? [] : [yield* opened(folder, words.filter)]
    const child = yield* children.stream({
      program: words.program,
      args: words.args,
      env,
      extraPipes: 2,
      stdin: "pipe",
      network: true,
      nice: NICE,
      descriptors
    })
    return yield* supervise(child, limits, run, (pids) => first.push(...pids))
  }).pipe(Effect.scoped)

const opened = (folder: string, filter: Buffer) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const path = join(folder, "filter")
      newFile(path, filter)
      return openSync(path, "r")
    }),
    (descriptor) => Effect.sync(() => closeSync(descriptor))
  )

export const makeSandbox = ({
  hidden = [],
  machine = inspectMachine(),
  required = Effect.succeed(LEAST)
}: SandboxOptions = {}) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<Children | Tunnel>()
    yield* Effect.flatMap(Clock.currentTimeMillis, removeLeftFolders)
    const behind = runBehind(machine, hidden)
    const scope = yield* Effect.scope
    // The level is determined in a separate fiber. If the first caller is interrupted, for example because a page was
    // closed, the other callers still get a level.
    const finding = yield* Effect.provide(findLevel(machine, behind), context).pipe(
      Effect.interruptible,
      Effect.forkIn(scope),
      Effect.uninterruptible,
      Effect.cached
    )
    const found = Effect.flatMap(finding, Fiber.join)
    const run: SandboxShape["run"] = (request) =>
      Effect.gen(function* () {
        const { cure, level, reason, way } = yield* found
        const least = Math.max(LEAST, yield* required)
        if (way === undefined || level < least)
          return yield* new SandboxRefused({
            reason:
              `Third-party extensions need sandbox level ${least}, but this machine allows only level ${level}. ${reason ?? ""}`.trim(),
            ...(cure === undefined ? {} : { cure })
          })
        return yield* behind(way, request)
      }).pipe(Effect.provide(context), Effect.withSpan("sandbox.run"))
    return Sandbox.of({ level: found, run })
  })

export const liveSandbox = (options?: SandboxOptions) => Layer.scoped(Sandbox, makeSandbox(options))
