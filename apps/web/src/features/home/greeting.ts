import { translate } from "@/lib/messages"
import { messages } from "./messages"

type Part = "night" | "morning" | "afternoon" | "evening"
const partOf = (hour: number): Part =>
  hour < 5 ? "night" : hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening"

/** Returns a greeting for the time of day: "Good evening, Ada". */
export const greetingFor = (name: string | null | undefined, hour: number): string => {
  const part = partOf(hour)
  return name ? translate(messages, `${part}Name`, { name }) : translate(messages, part)
}
