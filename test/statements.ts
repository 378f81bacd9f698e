import pg from "pg"
import { vi } from "vitest"

export interface Statement {
  readonly text: string
  readonly values: Array<unknown>
}

/** Runs the real code and returns the queries that it sends, exactly as they are sent. */
export const statementsOf = async (run: () => Promise<unknown>): Promise<ReadonlyArray<Statement>> => {
  const sent: Array<Statement> = []
  const spy = vi.spyOn(pg.Client.prototype, "query")
  try {
    await run()
    for (const [first, second] of spy.mock.calls as unknown as ReadonlyArray<ReadonlyArray<unknown>>) {
      const named = first as { readonly text: string; readonly values?: Array<unknown> }
      const text = typeof first === "string" ? first : named.text
      const values = typeof first === "string" ? (Array.isArray(second) ? second : []) : (named.values ?? [])
      if (/^\s*(select|with)\b/i.test(text)) sent.push({ text, values })
    }
  } finally {
    spy.mockRestore()
  }
  return sent
}
