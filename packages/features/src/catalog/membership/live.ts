import type { SharedTopic } from "../../LiveTopic.ts"

/**
 * Names no collection, because private ones must not be announced to others. Pages reload the collections that they may
 * see.
 */
export const collectionsTopic: SharedTopic = { stream: "collection", topic: "collections" }
