import type { SharedTopic } from "../../LiveTopic.ts"

export const duplicatesTopic: SharedTopic = { stream: "duplicate", topic: "duplicates" }
