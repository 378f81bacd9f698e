import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { queues } from "@media/jobs/QueueDef"
import * as Schema from "effect/Schema"
import { duplicates, tagOf } from "./Claims.ts"
import { roles } from "./Roles.ts"
import { exportOf, type Slice, type SliceFolder } from "./SliceFolder.ts"

const base = "packages/features/src"

/** Returns every value of a manifest that a generated file imports, each with a description for error messages. */
export const valuesOf = ({ slice }: Slice): ReadonlyArray<readonly [what: string, value: unknown]> => [
  ...(slice.events === undefined ? [] : ([["the list of events", slice.events]] as const)),
  ...(slice.upcasts ?? []).map((upcast) => [`the upcast of ${upcast.from}`, upcast] as const),
  ...(slice.projections ?? []).map((value) => [`the projection "${value.name}"`, value] as const),
  ...(slice.policies ?? []).map((value) => ["a policy", value] as const),
  ...(slice.queues ?? []).flatMap(({ backfill, definition, processor }) => [
    [`the queue "${definition.name}"`, definition] as const,
    [`the processor of "${definition.name}"`, processor] as const,
    ...(backfill === undefined ? [] : [[`the backfill of "${definition.name}"`, backfill] as const])
  ]),
  ...(slice.groups ?? []).flatMap(([group, live]) => [
    [`the group "${group.identifier}"`, group] as const,
    [`the handlers of "${group.identifier}"`, live] as const
  ]),
  ...(slice.raw ?? []).map((value) => [`the route ${value.path}`, value] as const),
  ...(slice.live ?? []).map((value) => [`the live topic of "${value.stream}"`, value] as const),
  ...(slice.afterScan ?? []).map((value) => ["a function of afterScan", value] as const),
  ...(slice.followUps ?? []).map((value) => [`the follow-up of ${value.after.join(", ")}`, value] as const),
  ...(slice.summaries ?? []).map((value) => [`the summary of ${value.event}`, value] as const),
  ...(slice.history === undefined ? [] : ([["the history", slice.history]] as const)),
  ...(slice.undo ?? []).map((value) => ["an undo", value] as const),
  ...(slice.undoCommands ?? []).map((value) => ["an undo command", value] as const),
  ...(slice.maintenance ?? []).map((value) => ["a maintenance task", value] as const),
  ...(slice.maintenanceJobs ?? []).map((value) => ["a maintenance job", value] as const),
  ...(slice.fields === undefined ? [] : ([["the list of fields", slice.fields]] as const)),
  ...(slice.kinds ?? []).map((value) => [`the kind "${value.kind}"`, value] as const)
]

const hasKeys =
  (...keys: ReadonlyArray<string>) =>
  (value: unknown): boolean =>
    typeof value === "object" && value !== null && keys.every((key) => key in value)

/** For each role, a predicate that recognizes the exports that must be listed in the slice's manifest. */
const registered: Readonly<Record<string, (value: unknown, name: string) => boolean>> = {
  projection: hasKeys("name", "tables", "handlers"),
  policy: (_value, name) => name.endsWith("Policy"),
  queue: hasKeys("name", "label", "payload"),
  processor: hasKeys("queue", "run"),
  contract: (value) => HttpApiGroup.isHttpApiGroup(value),
  http: (_value, name) => name.endsWith("Live"),
  raw: hasKeys("method", "path", "handle"),
  kind: hasKeys("kind", "extensions"),
  followUps: hasKeys("after", "jobs"),
  summaries: hasKeys("event", "values"),
  history: (_value, name) => name.endsWith("History"),
  undo: (_value, name) => name.endsWith("Undo"),
  maintenance: (_value, name) => name.endsWith("Maintenance"),
  live: hasKeys("stream", "topic"),
  fields: (value) => Array.isArray(value)
}

/** Returns the queues that a slice processes. A queue may also be exported by another slice that adds jobs to it. */
const queuesOf = ({ slice }: Slice): ReadonlyArray<unknown> =>
  (slice.queues ?? []).map(({ definition }) => definition)

const unnamed = (slice: Slice, slices: ReadonlyArray<Slice>): ReadonlyArray<string> => {
  const values = new Set([...valuesOf(slice).map(([, value]) => value), ...slices.flatMap(queuesOf)])
  return Object.entries(slice.files).flatMap(([file, module]) =>
    Object.entries(module)
      .filter(([name, value]) => registered[file]?.(value, name) === true && !values.has(value))
      .map(([name]) => `${file}.ts exports ${name}, but slice.ts does not name it`)
  )
}

const misplaced = (slice: Slice, slices: ReadonlyArray<Slice>): ReadonlyArray<string> => {
  const isOwn = (value: unknown) => exportOf(slice, value) !== undefined
  const isShared = (value: unknown) =>
    queuesOf(slice).includes(value) && slices.some((each) => exportOf(each, value) !== undefined)
  return valuesOf(slice)
    .filter(([, value]) => !isOwn(value) && !isShared(value))
    .map(([what]) => `no file directly in this folder exports ${what}: define it there and import it`)
}

const wrongFiles = ({ files, folders, slice }: Slice): ReadonlyArray<string> => {
  const there = [...Object.keys(files), ...folders]
  const concepts = Object.keys(slice.concepts ?? {})
  return [
    ...there
      .filter((file) => !(file in roles) && !concepts.includes(file))
      .map((file) => `${file} has no role: add it to the concepts of slice.ts with a description`),
    ...concepts
      .filter((concept) => !there.includes(concept))
      .map((concept) => `the concept "${concept}" has no file`)
  ]
}

const isEvent = (value: unknown): value is Schema.Schema.Any =>
  Schema.isSchema(value) && /^[^.]+\.[^.]+\.v\d+$/.test(tagOf(value))

const wrongEvents = ({ files, slice }: Slice): ReadonlyArray<string> => {
  const listed = new Set(slice.events)
  return [
    ...(slice.events ?? [])
      .map(tagOf)
      .filter((tag) => !/^[a-z-]+\.[a-z-]+\.v\d+$/.test(tag))
      .map((tag) => `the event "${tag}" does not have the form stream.past-tense.vN`),
    ...Object.entries(files["events"] ?? {})
      .filter(([, value]) => isEvent(value) && !listed.has(value))
      .map(([name]) => `events.ts exports ${name}, but the manifest's list of events lacks it`)
  ]
}

const wrongQueues = ({ slice }: Slice): ReadonlyArray<string> =>
  (slice.queues ?? []).flatMap(({ definition, processor }) => {
    const known = queues.find(({ name }) => name === definition.name)
    return [
      ...(known === undefined
        ? [`the queue "${definition.name}" is not in packages/jobs/src/QueueDef.ts`]
        : []),
      ...(known !== undefined && (known.label as string) !== definition.label
        ? [
            `the queue "${definition.name}" has the label "${definition.label}", but operators see "${known.label}"`
          ]
        : []),
      ...(processor.queue !== definition.name
        ? [`the processor next to the queue "${definition.name}" belongs to the queue "${processor.queue}"`]
        : [])
    ]
  })

/** Reports events for which history.ts has no sentence, and sentences for events that are not in the manifest. */
const wrongHistory = ({ slice }: Slice): ReadonlyArray<string> => {
  const tags = (slice.events ?? []).map(tagOf)
  const told = Object.keys(slice.history ?? {})
  return [
    ...tags
      .filter((tag) => !told.includes(tag))
      .map((tag) => `the event "${tag}" has no sentence in the history: add it to history.ts`),
    ...told
      .filter((tag) => !tags.includes(tag))
      .map((tag) => `the history names the event "${tag}", which the manifest's list of events lacks`)
  ]
}

const problemsOf = (slice: Slice, slices: ReadonlyArray<Slice>): ReadonlyArray<string> =>
  [
    ...(slice.slice.name === slice.folder.split("/").at(-1)
      ? []
      : [`the slice has the name "${slice.slice.name}", which differs from its folder`]),
    ...(slice.slice.about.trim() === "" ? ["`about` is empty: describe what the slice does"] : []),
    ...(slice.slice.stores.trim() === ""
      ? ['`stores` is empty: describe what it stores, or write "nothing"']
      : []),
    ...wrongFiles(slice),
    ...wrongEvents(slice),
    ...wrongHistory(slice),
    ...wrongQueues(slice),
    ...misplaced(slice, slices),
    ...unnamed(slice, slices)
  ].map((problem) => `${base}/${slice.folder}: ${problem}`)

/** Reports events that no projection handles. Such events would be stored but never shown. */
const unprojected = (slices: ReadonlyArray<Slice>): ReadonlyArray<string> => {
  const handled = new Set(
    slices.flatMap(({ slice }) => [
      ...(slice.projections ?? []).flatMap(({ handlers }) => Object.keys(handlers)),
      ...(slice.summaries ?? []).map(({ event }) => event)
    ])
  )
  return slices.flatMap(({ folder, slice }) =>
    (slice.events ?? [])
      .map(tagOf)
      .filter((tag) => !handled.has(tag))
      .map((tag) => `${base}/${folder}: no projection has a handler for the event "${tag}"`)
  )
}

/** Returns the problems of all slices, one per line. If there are any, no files are generated. */
export const problems = (
  folders: ReadonlyArray<SliceFolder>,
  slices: ReadonlyArray<Slice>
): ReadonlyArray<string> => [
  ...folders
    .filter(({ folder }) => !slices.some((slice) => slice.folder === folder))
    .map(({ folder, manifest }) =>
      manifest === undefined
        ? `${base}/${folder}: there is no slice.ts`
        : `${base}/${folder}/slice.ts: must export one defineSlice({ name, about, stores, ... })`
    ),
  ...slices.flatMap((slice) => problemsOf(slice, slices)),
  ...duplicates(slices),
  ...unprojected(slices)
]
