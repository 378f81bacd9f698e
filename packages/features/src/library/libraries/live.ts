import type { SharedTopic } from "../../LiveTopic.ts"

/** When a library is removed or marked NSFW, items that no event names are hidden. */
export const librariesTopic: SharedTopic = { stream: "library", topic: "libraries", changesItems: true }
