import type { SharedTopic } from "../../LiveTopic.ts"

export const settingsTopic: SharedTopic = { stream: "settings", topic: "settings" }
