import type { SharedTopic } from "../../LiveTopic.ts"

/**
 * The live topic of libraries. Its notifications also make item pages reload, because removing a library or marking it
 * NSFW hides items without an event that contains their ids.
 */
export const librariesTopic: SharedTopic = { stream: "library", topic: "libraries", changesItems: true }
