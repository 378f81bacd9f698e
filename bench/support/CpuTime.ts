import { readFileSync } from "node:fs"
import type { Query } from "./ItemCollection.ts"

/** Milliseconds of a clock tick of Linux. */
const TICK_MILLIS = 10

const millisOf = (pid: number): number => {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")
  const fields = rest.split(" ")
  return TICK_MILLIS * (Number(fields[11]) + Number(fields[12]))
}

/**
 * CPU milliseconds so far of this process and of the database processes that work for it. On a shared machine, they are
 * more reliable than the clock.
 */
export const cpuMillis = async (query: Query): Promise<number> => {
  const { rows } = await query("select pid from pg_stat_activity where application_name = 'bench'")
  const { system, user } = process.cpuUsage()
  return rows.reduce((sum, { pid }) => sum + millisOf(Number(pid)), (system + user) / 1_000)
}
