import type { SystemStatus } from "@media/features/platform/system/contract"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

type State = NonNullable<SystemStatus["installation"]>["sandbox"]

/** Describes the level of the sandbox. Below the highest level, adds the reason and the way to reach a higher level. */
export const sandboxWords = (state: State | undefined): string => {
  if (state === null || state === undefined) return translate(messages, "sandboxChecking")
  const { cure, level, reason } = state
  const words = level === 1 ? translate(messages, "sandboxNone") : translate(messages, "sandboxIs", { level })
  return [`${words}.`, reason, cure].filter((part) => part !== null).join(" ")
}
