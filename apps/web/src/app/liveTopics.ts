import { itemsTopic } from "@/features/items/live"
import { librariesTopic } from "@/features/libraries/live"
import { operationsTopic } from "@/features/operations/live"
import type { LiveTopic } from "@/live/topic"

/** Of the features whose data is more than a topic that is read again as a whole. */
export const liveTopics: ReadonlyArray<LiveTopic> = [operationsTopic, itemsTopic, librariesTopic]
