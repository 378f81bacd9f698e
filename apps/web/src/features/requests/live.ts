import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

/** A request of this account was made or answered. Its words are loaded only for an answer. */
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
