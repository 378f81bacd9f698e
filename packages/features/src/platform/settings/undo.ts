import { setWorkerConcurrency } from "@media/jobs/JobControl"
import * as Effect from "effect/Effect"
import { eventUndo } from "../../EventUndo.ts"
import type { Settings } from "./contract.ts"
import { settingsDecider } from "./decider.ts"
import type { SettingsEvent } from "./events.ts"

/** Undoes changes to the server's settings. */
export const settingsUndo = eventUndo<Settings, SettingsEvent>({
  target: "settings",
  rule: {
    ...settingsDecider,
    parts: { "settings.changed.v1": ({ name }) => [name] },
    read: (state, part) => state[part as keyof Settings] ?? null,
    write: (values) =>
      [...values].map(([name, value]) => ({
        _tag: "settings.changed.v1",
        name,
        value: value as SettingsEvent["value"]
      }))
  },
  after: (undone) =>
    Effect.forEach(undone, ({ values }) => {
      const limit = values.get("background_worker_concurrency")?.to
      return typeof limit === "number" ? setWorkerConcurrency(limit) : Effect.void
    })
})
