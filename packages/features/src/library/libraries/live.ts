import type { SharedTopic } from "../../LiveTopic.ts"

/** A library that was removed, or became NSFW, hides items that no event names. */
export const librariesTopic: SharedTopic = { stream: "library", topic: "libraries", changesItems: true }
