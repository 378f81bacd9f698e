import { accountTopic, type ItemTopic, type SharedTopic } from "../../LiveTopic.ts"
import type { NextUpDismissed, NextUpRestored } from "./events.ts"

export const seriesTopic: ItemTopic = {
  stream: "series",
  topic: "items",
  ids: ({ streamId }) => [streamId]
}
export const seasonTopic: ItemTopic = {
  stream: "season",
  topic: "items",
  ids: ({ streamId }) => [streamId]
}

export const nextUpTopic = accountTopic<typeof NextUpDismissed.Type | typeof NextUpRestored.Type>({
  stream: "next-up",
  topic: "user-items",
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.seriesId]
})

/**
 * Notifies open pages when a library has been classified, because its videos may have become movies or episodes without
 * any events in their own streams.
 */
export const seriesScanTopic: SharedTopic = { stream: "series-scan", topic: "libraries" }
