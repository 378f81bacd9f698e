import { accountTopic } from "../../LiveTopic.ts"
import type { RequestEvent } from "./events.ts"

/** Notifies an account of answers to its requests, and administrators of all requests. */
export const requestsTopic = accountTopic<RequestEvent>({
  stream: "request",
  topic: "requests",
  act: "answer-requests",
  ownsIds: true,
  account: ({ event }) => event.accountId,
  ids: ({ event }) => (event._tag === "request.answered.v1" ? [event.requestId] : [])
})
