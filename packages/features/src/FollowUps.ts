import { followUps } from "./generated/followUps.ts"
import type { ExaminedItem, FollowUp } from "./FollowUp.ts"
import type { Enqueue } from "@media/jobs/Enqueue"
import * as Effect from "effect/Effect"
import type { Settings } from "./platform/settings/contract.ts"
import { currentSettings } from "./platform/settings/queries.ts"

const all: ReadonlyArray<FollowUp> = followUps

/** Returns the jobs that the slices want to queue after this item was examined. */
export const followUpsOf = (item: ExaminedItem, settings: Settings): ReadonlyArray<Enqueue> =>
  all
    .filter(({ after }) => after.some((queue) => queue === item.triggeredBy))
    .flatMap(({ jobs }) => jobs(item, settings))

/** Like `followUpsOf`, with the current settings. */
export const followUpsNow = (item: ExaminedItem) =>
  Effect.map(currentSettings, (settings) => followUpsOf(item, settings))
