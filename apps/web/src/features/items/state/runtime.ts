import { translate } from "@/lib/messages"
import { messages } from "../list/listMessages"

/** Formats a duration in words: "1 h 52", "14 min", "45 s". */
export const runtime = (seconds: number): string => {
  if (seconds < 60) return translate(messages, "seconds", { count: Math.max(0, Math.round(seconds)) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return translate(messages, "minutes", { count: minutes })
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest === 0
    ? translate(messages, "hoursOnly", { hours })
    : translate(messages, "hours", { hours, minutes: rest })
}

/** Formats the remaining time: "41 min left". */
export const timeLeft = (duration: number, position: number): string =>
  translate(messages, "minutesLeft", { time: runtime(Math.max(1, duration - position)) })

/** Returns the progress in percent, from 1 to 99, because an item in progress is neither unstarted nor finished. */
export const percentOf = (share: number): number => Math.min(99, Math.max(1, Math.round(100 * share)))
