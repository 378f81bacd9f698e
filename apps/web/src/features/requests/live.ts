import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

/** A request of this account was created or answered. The texts load only for an answer. */
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
