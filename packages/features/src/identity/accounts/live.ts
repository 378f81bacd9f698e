import type { SharedTopic } from "../../LiveTopic.ts"

/** Notifies only administrators about changed accounts. */
export const accountsTopic: SharedTopic = { stream: "account", topic: "users", act: "manage-accounts" }
