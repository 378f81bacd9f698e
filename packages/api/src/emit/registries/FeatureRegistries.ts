import type { SliceManifest } from "@media/features/defineSlice"
import { moduleOf, type NameOf } from "./Imports.ts"
import type { ExportedValue, Slice } from "./SliceFolder.ts"

type Write = (slices: ReadonlyArray<Slice>, nameOf: NameOf) => string

const relative = ({ file, folder }: ExportedValue): string => `../${folder}/${file}.ts`

const list = (items: ReadonlyArray<string>): string =>
  items.length === 0 ? "[]" : `[\n${items.map((item) => `  ${item}`).join(",\n")}\n]`

const eventSlices: Write = (slices, nameOf) => {
  const entries = slices
    .filter(({ slice: { events, policies, projections } }) =>
      [events, policies, projections].some((one) => one !== undefined)
    )
    .map((entry) => {
      const { events, name, policies = [], projections = [], upcasts = [] } = entry.slice
      const named = (values: ReadonlyArray<unknown>) =>
        `[${values.map((value) => nameOf(entry, value)).join(", ")}]`
      return `{
    name: ${JSON.stringify(name)},
    events: ${events === undefined ? "[]" : nameOf(entry, events)},
    projections: ${named(projections)},
    policies: ${named(policies)}${upcasts.length === 0 ? "" : `,\n    upcasts: ${named(upcasts)}`}
  }`
    })
  return `
/** The events, projections and policies of every slice. */
export const slices: ReadonlyArray<SliceRegistration> = ${list(entries)}

export const registry = makeRegistry(slices)
`
}

const queuesOf = (slices: ReadonlyArray<Slice>) =>
  slices.flatMap((entry) => (entry.slice.queues ?? []).map((queue) => ({ entry, ...queue })))

const processors: Write = (slices) => {
  const names = queuesOf(slices).map(({ definition, processor }) => {
    const name = JSON.stringify(definition.name)
    const most = processor.group === undefined ? "" : `, ${processor.group.most}`
    return `lazyProcessor(${name}, () => later().then(({ lazyProcessors }) => lazyProcessors[${name}])${most})`
  })
  return `
const later = () => import("./lazyProcessors.ts")

const all = ${list(names)} as const

/** The processors of all queues that have one. The jobs of other queues wait. */
export const processors: ReadonlyArray<Processor<ProcessorRequirements<(typeof all)[number]>>> = all
`
}

const lazyProcessors: Write = (slices, nameOf) => {
  const entries = queuesOf(slices).map(
    ({ definition, entry, processor }) => `  ${JSON.stringify(definition.name)}: ${nameOf(entry, processor)}`
  )
  return `
/** The processors of all queues, each loaded by the first job of its queue. */
export const lazyProcessors = {
${entries.join(",\n")}
} as const
`
}

const backfills: Write = (slices, nameOf) => {
  const entries = slices.flatMap((entry) =>
    (entry.slice.queues ?? []).flatMap(({ backfill, definition }) =>
      backfill === undefined ? [] : [`  ${JSON.stringify(definition.name)}: ${nameOf(entry, backfill)}`]
    )
  )
  return `
/** For each queue, the jobs that "Run now" queues. */
export const backfills: Partial<Record<QueueName, Backfill>> = {
${entries.join(",\n")}
}
`
}

const liveTopics: Write = (slices, nameOf) => `
export const liveTopics = ${list(slices.flatMap((entry) => (entry.slice.live ?? []).map((topic) => nameOf(entry, topic))))} as const satisfies ReadonlyArray<LiveTopic>
`

const kinds: Write = (slices, nameOf) => `
/** Every kind of media that libraries can contain. */
export const kinds = ${list(slices.flatMap((entry) => (entry.slice.kinds ?? []).map((kind) => nameOf(entry, kind))))} as const satisfies ReadonlyArray<MediaKind>
`

const fields: Write = (slices, nameOf) => `
/** Every field of items. */
export const fields = ${list(slices.flatMap((entry) => (entry.slice.fields === undefined ? [] : [`...${nameOf(entry, entry.slice.fields)}`])))}
`

/** Returns a writer for a registry that consists of a single list. */
const listOf =
  (
    name: string,
    about: string,
    values: (slice: SliceManifest) => ReadonlyArray<unknown> | undefined,
    type?: string
  ): Write =>
  (slices, nameOf) => `
/** ${about} */
export const ${name} = ${list(slices.flatMap((entry) => (values(entry.slice) ?? []).map((value) => nameOf(entry, value))))} as const${type === undefined ? "" : ` satisfies ReadonlyArray<${type}>`}
`

/** Returns the generated files of `packages/features`, keyed by path. */
export const featureRegistries = (slices: ReadonlyArray<Slice>): Readonly<Record<string, string>> => {
  const folder = "packages/features/src/generated"
  const file = (write: Write, ...fixed: ReadonlyArray<string>) =>
    moduleOf(relative, fixed, (nameOf) => write(slices, nameOf))
  return {
    [`${folder}/slices.ts`]: file(
      eventSlices,
      'import { makeRegistry, type SliceRegistration } from "@media/event-store/EventRegistry"'
    ),
    [`${folder}/processors.ts`]: file(
      processors,
      'import { lazyProcessor } from "@media/jobs/LazyProcessor"',
      'import type { Processor } from "@media/jobs/Processor"',
      'import type { ProcessorRequirements } from "../defineSlice.ts"'
    ),
    [`${folder}/lazyProcessors.ts`]: file(lazyProcessors),
    [`${folder}/backfills.ts`]: file(
      backfills,
      'import type { QueueName } from "@media/jobs/QueueDef"',
      'import type { Backfill } from "../defineSlice.ts"'
    ),
    [`${folder}/liveTopics.ts`]: file(liveTopics, 'import type { LiveTopic } from "../LiveTopic.ts"'),
    [`${folder}/afterScan.ts`]: file(
      listOf(
        "afterScan",
        "Jobs that are queued after a scan of a root.",
        ({ afterScan }) => afterScan,
        "AfterScan"
      ),
      'import type { AfterScan } from "../AfterScan.ts"'
    ),
    [`${folder}/followUps.ts`]: file(
      listOf(
        "followUps",
        "Jobs that are queued after an item was examined.",
        ({ followUps }) => followUps,
        "FollowUp"
      ),
      'import type { FollowUp } from "../FollowUp.ts"'
    ),
    [`${folder}/summaries.ts`]: file(
      listOf(
        "summaries",
        "The values that the events of a kind set in the table of all items.",
        (slice) => slice.summaries,
        "ItemSummary"
      ),
      'import type { ItemSummary } from "../ItemSummaries.ts"'
    ),
    [`${folder}/histories.ts`]: file(
      listOf("histories", "The text of the events of each slice in the history.", ({ history }) =>
        history === undefined ? [] : [history]
      )
    ),
    [`${folder}/undo.ts`]: file(
      (entries, nameOf) =>
        listOf(
          "eventUndos",
          "How the events of each slice are undone.",
          (slice) => slice.undo
        )(entries, nameOf) +
        listOf(
          "commandUndos",
          "Events that are undone by a command.",
          (slice) => slice.undoCommands
        )(entries, nameOf)
    ),
    [`${folder}/maintenance.ts`]: file(
      listOf("maintenance", "Tasks that every worker repeats until it stops.", (slice) => slice.maintenance)
    ),
    [`${folder}/maintenanceJobs.ts`]: file(
      listOf(
        "maintenanceJobs",
        "The jobs of the queue library-maintenance.",
        (slice) => slice.maintenanceJobs
      )
    ),
    [`${folder}/identifySources.ts`]: file(
      listOf(
        "identifySources",
        "Kinds of sources that identify items and entities.",
        (slice) => slice.identifySources
      )
    ),
    [`${folder}/fields.ts`]: file(fields),
    [`${folder}/kinds.ts`]: file(kinds, 'import type { MediaKind } from "../MediaKind.ts"')
  }
}
