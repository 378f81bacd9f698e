import type { SharedTopic } from "../../LiveTopic.ts"

/** That an account changed is no one's business but the administrators'. */
export const accountsTopic: SharedTopic = { stream: "account", topic: "users", act: "manage-accounts" }
