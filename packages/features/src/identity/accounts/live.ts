import type { SharedTopic } from "../../LiveTopic.ts"

/** Notifies open pages about changed accounts, but only pages of users who may manage accounts. */
export const accountsTopic: SharedTopic = { stream: "account", topic: "users", act: "manage-accounts" }
