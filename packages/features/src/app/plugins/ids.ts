import { hashedUuid } from "@media/kernel/HashedUuid"

/** The stream of the decisions about one plugin. */
export const pluginStream = (pluginId: string): string => hashedUuid(`plugins/${pluginId}`)
