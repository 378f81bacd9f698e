import { readFileSync } from "node:fs"
import type { Query } from "./ItemCollection.ts"

/** Milliseconds per clock tick on Linux. */
const TICK_MILLIS = 10

const millisOf = (pid: number): number => {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")
  const fields = rest.split(" ")
  return TICK_MILLIS * (Number(fields[11]) + Number(fields[12]))
}

/**
 * Returns the CPU time in milliseconds that this process and its database processes have used so far. On a shared
 * machine, CPU time is more reliable than wall-clock time.
 */
export const cpuMillis = async (query: Query): Promise<number> => {
  const { rows } = await query("select pid from pg_stat_activity where application_name = 'bench'")
  const { system, user } = process.cpuUsage()
  return rows.reduce((sum, { pid }) => sum + millisOf(Number(pid)), (system + user) / 1_000)
}
