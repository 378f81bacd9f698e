import type { LiveTopic } from "../LiveTopic.ts"

export const settingsTopic: LiveTopic = { stream: "settings", topic: "settings" }
