import { lasting } from "@/lib/storage"

const KEY = "recent-filter-fields"
const MOST = 4

/** Returns the most recently used filter fields, latest first. */
export const recentFields = (): ReadonlyArray<string> =>
  (lasting.read(KEY) ?? "").split(",").filter((name) => name !== "")

export const rememberField = (name: string): void =>
  lasting.write(KEY, [name, ...recentFields().filter((each) => each !== name)].slice(0, MOST).join(","))
