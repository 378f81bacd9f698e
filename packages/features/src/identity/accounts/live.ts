import type { SharedTopic } from "../../LiveTopic.ts"

/** Only administrators are notified of changed accounts. */
export const accountsTopic: SharedTopic = { stream: "account", topic: "users", act: "manage-accounts" }
