import type { Amount } from "./adjacent.ts"
import type { MaintenanceReport } from "./contract.ts"

/** Maximum number of different reasons in one report. Items with any other reason are counted in a single entry. */
const MOST_REASONS = 50

/** Adds up the results of a job run for its report. */
export class Tally {
  readonly #amounts = { moved: zero(), broughtBack: zero(), swept: zero(), cleared: zero() }
  readonly #left = new Map<string, { folder: string | null; reason: string; items: number }>()
  #invalidated = 0

  add(what: "moved" | "broughtBack" | "swept" | "cleared", { bytes, files }: Amount): void {
    const sum = this.#amounts[what]
    if (files > 0) sum.items += 1
    sum.files += files
    sum.bytes += bytes
  }

  invalidated(): void {
    this.#invalidated += 1
  }

  /** Counts an item whose files were not moved. `folder` is the root of the item. */
  left(folder: string | null, reason: string): void {
    const isFull = this.#left.size >= MOST_REASONS
    const key = isFull ? "" : `${folder ?? ""}\n${reason}`
    const known = this.#left.get(key)
    if (known !== undefined) known.items += 1
    else
      this.#left.set(
        key,
        isFull ? { folder: null, reason: "Other reasons", items: 1 } : { folder, reason, items: 1 }
      )
  }

  report(storage: MaintenanceReport["storage"]): MaintenanceReport {
    const { broughtBack, cleared, moved, swept } = this.#amounts
    return {
      storage,
      ...{ moved, broughtBack, swept, cleared },
      streamsInvalidated: this.#invalidated,
      left: [...this.#left.values()].toSorted((a, b) => b.items - a.items)
    }
  }
}

const zero = () => ({ items: 0, files: 0, bytes: 0 })
