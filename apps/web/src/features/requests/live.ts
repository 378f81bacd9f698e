import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

/** Handles changes to the user's own requests. The code that shows a notice loads with the first change. */
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
