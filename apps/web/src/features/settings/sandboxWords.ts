import type { SystemStatus } from "@media/features/platform/system/contract"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

type State = NonNullable<SystemStatus["installation"]>["sandbox"]

/** The level of the sandbox. Below the highest level, also the reason and the solution. */
export const sandboxWords = (state: State | undefined): string => {
  if (state === null || state === undefined) return translate(messages, "sandboxChecking")
  const { cure, level, reason } = state
  const words = level === 1 ? translate(messages, "sandboxNone") : translate(messages, "sandboxIs", { level })
  return [`${words}.`, reason, cure].filter((part) => part !== null).join(" ")
}
