import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

/**
 * Reloads the user's requests, and shows a notice when a request has been answered. The code for the notice loads on
 * demand.
 */
export const liveTopic: LiveTopic = {
  delta: ({ own }, cache) => {
    const change = own?.["requests"]
    if (change === undefined) return
    refresh(cache, { key: ["requests"] })
    for (const id of change.ids)
      import("./answerNotice").then(
        ({ tellAnswer }) => tellAnswer(id),
        () => undefined
      )
  }
}
