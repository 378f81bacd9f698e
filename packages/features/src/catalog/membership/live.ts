import type { SharedTopic } from "../../LiveTopic.ts"

/**
 * Notifies open pages that some collection has changed. The notification does not contain the id of the collection,
 * because the ids of private collections must not be revealed to other users. Each page then reloads the collections
 * that its user may see.
 */
export const collectionsTopic: SharedTopic = { stream: "collection", topic: "collections" }
