import type { SharedTopic } from "../../LiveTopic.ts"

/**
 * Announces changes without collection ids, because private collections must not be revealed to others. Pages reload
 * the collections that they may see.
 */
export const collectionsTopic: SharedTopic = { stream: "collection", topic: "collections" }
