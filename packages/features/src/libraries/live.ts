import type { LiveTopic } from "../LiveTopic.ts"

export const librariesTopic: LiveTopic = { stream: "library", topic: "libraries" }
