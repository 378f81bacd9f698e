import { shallowRef } from "vue"
import { lasting } from "@/lib/storage"

const STARTED = 0.02
const FINISHED = 0.95
/** The oldest is dropped first: some 10 KB of the 5 MB that a browser gives. */
const MAX_REMEMBERED = 200

/** Positions are kept per account: people share browsers. */
export const resumeOwner = shallowRef("")
const key = (): string => `resume:${resumeOwner.value}`

/** Oldest first: an object keeps the order in which its keys were added. */
type Positions = Readonly<Record<string, number>>

const read = (): Positions => {
  try {
    const stored: unknown = JSON.parse(lasting.read(key()) ?? "{}")
    return typeof stored === "object" && stored !== null ? (stored as Positions) : {}
  } catch {
    return {}
  }
}

/** Where to go on, 0 for the beginning. Seconds. */
export const resumePosition = (id: string): number => {
  const position = Number(read()[id])
  return Number.isFinite(position) && position > 0 ? position : 0
}

/** Just begun and nearly over both count as "from the beginning next time". */
export const rememberPosition = (id: string, position: number, duration: number): void => {
  if (!(duration > 0)) return
  const part = position / duration
  const others = Object.entries(read()).filter(([other]) => other !== id)
  const isWorthKeeping = part >= STARTED && part <= FINISHED
  const kept = isWorthKeeping ? [...others, [id, Math.round(position * 10) / 10] as const] : others
  lasting.write(key(), JSON.stringify(Object.fromEntries(kept.slice(-MAX_REMEMBERED))))
}
