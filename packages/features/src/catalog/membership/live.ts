import type { SharedTopic } from "../../LiveTopic.ts"

/** Names no collection: private ones must not be announced to others, and pages read again what they may see. */
export const collectionsTopic: SharedTopic = { stream: "collection", topic: "collections" }
