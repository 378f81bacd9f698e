import type { SharedTopic } from "../../LiveTopic.ts"

/** Notifies open pages that show performers, studios or tags, so that they reload. */
export const relatedTopic: SharedTopic = { stream: "related", topic: "entities" }
