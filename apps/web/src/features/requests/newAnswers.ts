import { shallowRef } from "vue"
import { follow } from "@/lib/followed"
import type { MediaRequest } from "./queries"

const memory = follow("answers-seen", (at) => (seen.value = at))
/** The time of the latest answer that the user has seen, shared between devices. */
const seen = shallowRef(memory.read() ?? "")

/** The number of answers that the user has not seen, including answers that arrived while no page was open. */
export const newAnswers = shallowRef(0)

export const countNewAnswers = (requests: ReadonlyArray<MediaRequest>): void => {
  newAnswers.value = requests.filter(({ answer }) => answer !== null && answer.at > seen.value).length
}

/** Marks the answers to these requests as seen. */
export const markAnswersSeen = (requests: ReadonlyArray<MediaRequest>): void => {
  const latest = requests.reduce((last, { answer }) => (answer && answer.at > last ? answer.at : last), "")
  newAnswers.value = 0
  if (latest <= seen.value) return
  seen.value = latest
  memory.write(latest)
}
