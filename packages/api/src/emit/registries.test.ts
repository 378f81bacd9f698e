import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { event } from "@media/event-store/Event"
import type { SliceManifest } from "@media/features/defineSlice"
import { processor } from "@media/jobs/Processor"
import { queue } from "@media/jobs/QueueDef"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import { registries } from "./registries.ts"

const scan = queue({ name: "library-scan", label: "Library scan", payload: Schema.Struct({}) })
const scanProcessor = processor(scan, () => Effect.succeed(null))
const Renamed = event("thing.renamed.v1", {})
const thingEvents = [Renamed]
const thingHistory = { "thing.renamed.v1": { isPrivate: true, sentence: "renamed it" } } as const
const thingsProjection = {
  name: "things",
  tables: ["things"],
  handlers: { "thing.renamed.v1": () => Effect.void }
}
class ThingsGroup extends HttpApiGroup.make("things").add(HttpApiEndpoint.get("get", "/api/things/:id")) {}
const ThingsLive = Layer.empty
const files = {
  queue: { scan },
  processor: { scanProcessor },
  events: { Renamed, thingEvents },
  history: { thingHistory },
  projection: { thingsProjection },
  contract: { ThingsGroup },
  http: { ThingsLive }
}
const things: SliceManifest = {
  name: "things",
  about: "things",
  stores: "events",
  events: thingEvents,
  history: thingHistory,
  projections: [thingsProjection],
  queues: [{ definition: scan, processor: scanProcessor }],
  groups: [[ThingsGroup, ThingsLive]]
}
const folderOf = (
  manifest: SliceManifest,
  own: Readonly<Record<string, Record<string, unknown>>> = files
) => ({
  folder: manifest.name,
  manifest: { slice: manifest },
  files: own,
  folders: []
})
const problemsOf = (...folders: Parameters<typeof registries>[0]) => registries(folders).problems

it("generates the registries of a complete slice", () => {
  const { files, problems } = registries([folderOf(things)])
  expect(problems).toEqual([])
  expect(files["packages/features/src/generated/slices.ts"]).toContain(
    'import { thingEvents } from "../things/events.ts"'
  )
  expect(files["packages/api/src/generated/Api.ts"]).toContain("  .add(ThingsGroup)")
})

it("renames an import if another slice exports the same name", () => {
  const other = queue({ name: "media-probe", label: "Media probe", payload: Schema.Struct({}) })
  const otherProcessor = processor(other, () => Effect.succeed(null))
  const others: SliceManifest = {
    name: "other-things",
    about: "others",
    stores: "nothing",
    queues: [{ definition: other, processor: otherProcessor }]
  }
  const { files, problems } = registries([
    folderOf(things),
    folderOf(others, { queue: { other }, processor: { scanProcessor: otherProcessor } })
  ])
  expect(problems).toEqual([])
  expect(files["packages/features/src/generated/lazyProcessors.ts"]).toContain(
    'import { scanProcessor as scanProcessorOfOtherThings } from "../other-things/processor.ts"'
  )
})

it.each<readonly [string, Partial<SliceManifest>, string]>([
  [
    "has no name",
    { name: "" },
    'packages/features/src/things: the slice has the name "", which differs from its folder'
  ],
  [
    "does not say what it does",
    { about: " " },
    "packages/features/src/things: `about` is empty: describe what the slice does"
  ],
  [
    "forgets its handlers",
    { groups: [] },
    "packages/features/src/things: http.ts exports ThingsLive, but slice.ts does not name it"
  ],
  [
    "forgets its queue",
    { queues: [] },
    "packages/features/src/things: queue.ts exports scan, but slice.ts does not name it"
  ],
  [
    "forgets an event",
    { events: [] },
    "packages/features/src/things: events.ts exports Renamed, but the manifest's list of events lacks it"
  ],
  [
    "does not say how an event reads",
    { history: {} },
    'packages/features/src/things: the event "thing.renamed.v1" has no sentence in the history: add it to history.ts'
  ],
  [
    "forgets its projection",
    { projections: [] },
    'packages/features/src/things: no projection has a handler for the event "thing.renamed.v1"'
  ],
  [
    "names a concept that is gone",
    { concepts: { gone: "was here" } },
    'packages/features/src/things: the concept "gone" has no file'
  ],
  [
    "writes a value into its manifest",
    { live: [{ stream: "thing", topic: "things" }] },
    'packages/features/src/things: no file directly in this folder exports the live topic of "thing": define it there and import it'
  ]
])("reports a slice that %s", (_name, change, problem) => {
  const slice = { ...things, ...change }
  expect(problemsOf({ ...folderOf(slice), folder: "things" })).toContain(problem)
})

it("reports slices without a manifest and subfolders without a role", () => {
  expect(problemsOf({ folder: "empty", manifest: undefined, files: {}, folders: [] })).toEqual([
    "packages/features/src/empty: there is no slice.ts"
  ])
  expect(problemsOf({ folder: "empty", manifest: {}, files: {}, folders: [] })).toEqual([
    "packages/features/src/empty/slice.ts: must export one defineSlice({ name, about, stores, ... })"
  ])
  expect(problemsOf({ ...folderOf(things), folders: ["attic"] })).toEqual([
    "packages/features/src/things: attic has no role: add it to the concepts of slice.ts with a description"
  ])
})

it("names both slices when reporting a name that is declared twice", () => {
  class OtherGroup extends HttpApiGroup.make("others").add(
    HttpApiEndpoint.get("get", "/api/things/:thingId")
  ) {}
  const others: SliceManifest = {
    ...things,
    name: "others",
    groups: [[OtherGroup, ThingsLive]]
  }
  const own = { ...files, contract: { OtherGroup } }
  expect(problemsOf(folderOf(things), folderOf(others, own))).toEqual([
    'event "thing.renamed.v1" is declared more than once: in things and in others',
    'projection "things" is declared more than once: in things and in others',
    'projected table "things" is declared more than once: in things and in others',
    'queue "library-scan" is declared more than once: in things and in others',
    'route "GET /api/things/:id" is declared more than once: in things and in others'
  ])
})
