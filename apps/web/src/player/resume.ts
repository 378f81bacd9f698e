import { perTab } from "@/lib/storage"

const key = (id: string): string => `resume:${id}`
const STARTED = 0.02
const FINISHED = 0.95

/** Where to go on, 0 for the beginning. */
export const resumePosition = (id: string): number => {
  const position = Number(perTab.read(key(id)))
  return Number.isFinite(position) && position > 0 ? position : 0
}

/** Just begun and nearly over both count as "from the beginning next time". */
export const rememberPosition = (id: string, position: number, duration: number): void => {
  if (!(duration > 0)) return
  const part = position / duration
  if (part < STARTED || part > FINISHED) perTab.drop(key(id))
  else perTab.write(key(id), position.toFixed(1))
}
