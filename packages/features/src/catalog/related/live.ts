import type { SharedTopic } from "../../LiveTopic.ts"

/** Pages of performers, studios and tags reload their visible data. */
export const relatedTopic: SharedTopic = { stream: "related", topic: "entities" }
