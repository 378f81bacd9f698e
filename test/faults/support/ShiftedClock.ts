import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { prefaced } from "./Bundle.ts"
import { eventually } from "./Time.ts"

const programs = ["server", "worker"] as const

/**
 * Returns a server and a worker whose wall clock can be set while they run, as an administrator or NTP would set it.
 * Timers and `performance.now()` continue, like CLOCK_MONOTONIC.
 */
export const shiftedClock = (folder: string) => {
  const wanted = join(folder, "shift")
  const applied = (name: string) => join(folder, `${name}.shift`)
  writeFileSync(wanted, "0")
  const preface = (name: string) => `
    const { readFileSync, writeFileSync } = await import("node:fs")
    const TrueDate = Date
    let shift = 0
    const now = () => TrueDate.now() + shift
    globalThis.Date = new Proxy(TrueDate, {
      construct: (_, args, self) => Reflect.construct(TrueDate, args.length === 0 ? [now()] : args, self),
      apply: () => new TrueDate(now()).toString(),
      get: (target, key) => (key === "now" ? now : Reflect.get(target, key))
    })
    const look = () => {
      const next = Number(readFileSync(${JSON.stringify(wanted)}, "utf8"))
      if (next === shift) return
      shift = next
      writeFileSync(${JSON.stringify(applied(name))}, String(Date.now() - TrueDate.now()))
    }
    setInterval(look, 20).unref()`
  const [server, worker] = programs.map((name) => prefaced(folder, name, preface(name)))
  return {
    env: { MEDIA_SERVER_ENTRY: server!, MEDIA_WORKER_ENTRY: worker! },
    /** Sets the clocks. Resolves when both programs use the new time. */
    set: async (millis: number): Promise<void> => {
      writeFileSync(wanted, String(millis))
      await eventually("the clocks are set", () =>
        programs.every((name) => {
          const file = applied(name)
          return existsSync(file) && Math.abs(Number(readFileSync(file, "utf8")) - millis) < 100
        })
      )
    }
  }
}
