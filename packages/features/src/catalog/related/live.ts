import type { SharedTopic } from "../../LiveTopic.ts"

/** Pages of performers, studios and tags read again what they may see. */
export const relatedTopic: SharedTopic = { stream: "related", topic: "entities" }
