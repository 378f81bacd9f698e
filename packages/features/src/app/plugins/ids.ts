import { hashedUuid } from "@media/kernel/HashedUuid"

/** Returns the id of the stream with the decisions about one plugin's hosts. */
export const pluginStream = (pluginId: string): string => hashedUuid(`plugins/${pluginId}`)
