import { itemsTopic } from "@/features/items/live"
import { librariesTopic } from "@/features/libraries/live"
import { operationsTopic } from "@/features/operations/live"
import { settingsTopic } from "@/features/settings/live"
import type { LiveTopic } from "@/live/topic"

export const liveTopics: ReadonlyArray<LiveTopic> = [
  operationsTopic,
  itemsTopic,
  librariesTopic,
  settingsTopic
]
