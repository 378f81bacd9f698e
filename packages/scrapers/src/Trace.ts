/** An event of a scraper run. The page for testing scrapers displays these events. */
export type TraceEntry =
  | {
      readonly is: "request"
      readonly url: string
      readonly millis: number
      readonly bytes?: number
      readonly type?: string
      /** The beginning of the response text. */
      readonly excerpt?: string
      readonly problem?: string
    }
  | {
      readonly is: "selector"
      readonly field: string
      readonly selector: string
      readonly hits: ReadonlyArray<string>
      readonly count: number
    }
  | {
      readonly is: "step"
      readonly field: string
      readonly step: string
      readonly before: string
      readonly after: string
    }
  | { readonly is: "warning"; readonly field: string; readonly message: string }

const MOST_ENTRIES = 2_000
const MOST_LETTERS = 500
const FIRST_HITS = 5

/** Stores the first `MOST_ENTRIES` events of a run and truncates long strings. */
export class Trace {
  readonly entries: Array<TraceEntry> = []

  add(entry: TraceEntry): void {
    if (this.entries.length < MOST_ENTRIES) this.entries.push(shortened(entry))
  }
}

const short = (text: string): string => text.slice(0, MOST_LETTERS)

const shortened = (entry: TraceEntry): TraceEntry => {
  switch (entry.is) {
    case "selector":
      return { ...entry, selector: short(entry.selector), hits: entry.hits.slice(0, FIRST_HITS).map(short) }
    case "step":
      return { ...entry, before: short(entry.before), after: short(entry.after) }
    case "request":
      return {
        ...entry,
        url: short(entry.url),
        ...(entry.excerpt === undefined ? {} : { excerpt: short(entry.excerpt) })
      }
    case "warning":
      return { ...entry, message: short(entry.message) }
  }
}
