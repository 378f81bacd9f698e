import { api } from "@/api"

/** Brings back all that was removed at once, some groups a request. Answers what could not be, as messages. */
export const undoBatch = async (id: string): Promise<ReadonlyArray<string>> => {
  const failures: Array<string> = []
  for (;;) {
    const { failed, remaining, restored } = await api.duplicates.undoBatch({ path: { id } })
    failures.push(...failed.map(({ message }) => message))
    if (remaining === 0 || restored === 0) return failures
  }
}
