import { EventStore } from "@media/event-store/EventStore"
import type { Event, EventMeta, Recorded } from "@media/event-store/Event"
import { VersionConflict } from "@media/event-store/errors"
import { type StreamUndo, undoStream, type UndoOptions } from "@media/event-store/Undo"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import type { EventUndo } from "../../EventUndo.ts"
import { chunksOf } from "./chunks.ts"
import { commandUndoOf, eventUndoOf } from "../history/undoables.ts"
import type { Skipped } from "./report.ts"
import type { SelectedStream } from "./selected.ts"
import { visibleTargets } from "./visible.ts"

const maxRetries = 5

interface Plan {
  readonly stream: SelectedStream
  readonly history: ReadonlyArray<Recorded>
  readonly undo: StreamUndo
}

/** Returns the undo definitions that apply to the selected events of a stream. */
const undosOf = (
  { positions }: SelectedStream,
  history: ReadonlyArray<Recorded>
): ReadonlyArray<EventUndo> => {
  const selected = new Set(positions)
  return [
    ...new Set(
      history.flatMap(({ event, position }) =>
        selected.has(position) ? (eventUndoOf(event._tag) ?? []) : []
      )
    )
  ]
}

const planOf = (
  stream: SelectedStream,
  history: ReadonlyArray<Recorded>,
  options: UndoOptions,
  except?: ReadonlySet<string>
): Plan => {
  const rules = undosOf(stream, history).map(({ rule }) => rule)
  const undo = undoStream(rules, history, new Set(stream.positions), { ...options, except })
  return { stream, history, undo }
}

/**
 * Groups values by the undo definition that handles them, because each definition has its own checks and follow-up
 * actions.
 */
const perUndo = (plans: ReadonlyArray<Plan>) => {
  const groups = new Map<EventUndo, Array<{ streamId: string; values: StreamUndo["values"] }>>()
  for (const { history, stream, undo } of plans) {
    for (const each of undosOf(stream, history)) {
      const own = groups.get(each) ?? []
      groups.set(each, own)
      const values = new Map([...undo.values].filter(([part]) => undo.partsOf.get(part) === each.rule))
      if (values.size > 0) own.push({ streamId: stream.streamId, values })
    }
  }
  return [...groups].filter(([, parts]) => parts.length > 0)
}

/**
 * Returns the events to append. Events of the same type are consecutive, so that one statement projects all of them.
 */
const appendsOf = (plans: ReadonlyArray<Plan>) =>
  plans
    .flatMap(({ history, stream: { streamId }, undo: { events, undoes } }) =>
      events.map((event: Event, index) => ({
        index,
        append: { streamId, expectedVersion: history.length + index, events: [event], undoes }
      }))
    )
    .toSorted((a, b) => a.index - b.index || a.append.events[0]!._tag.localeCompare(b.append.events[0]!._tag))
    .map(({ append }) => append)

export interface Outcome {
  readonly undone: number
  readonly skipped: ReadonlyArray<Skipped>
}

const undoChunk = (
  principal: Principal,
  chunk: ReadonlyArray<SelectedStream>,
  options: UndoOptions,
  meta: EventMeta
) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const { names, visible } = yield* visibleTargets(principal, chunk)
    const nameOf = ({ targetId }: SelectedStream) =>
      targetId === null ? null : (names.get(targetId) ?? null)
    const histories = yield* store.readMany(visible.map(({ streamId }) => streamId))
    const planned = visible.map((stream) => planOf(stream, histories.get(stream.streamId) ?? [], options))
    const checked = yield* Effect.forEach(perUndo(planned), ([undo, parts]) =>
      undo.check === undefined ? Effect.succeed([]) : undo.check(parts)
    )
    const refusals = checked.flat()
    const plans = planned.map((plan) => {
      const refused = refusals.filter(({ streamId }) => streamId === plan.stream.streamId)
      return refused.length === 0
        ? plan
        : planOf(plan.stream, plan.history, options, new Set(refused.map(({ part }) => part)))
    })
    yield* store.append(appendsOf(plans), meta)
    yield* Effect.forEach(perUndo(plans), ([undo, parts]) => undo.after?.(parts, meta) ?? Effect.void, {
      discard: true
    })
    return {
      undone: plans.filter(({ undo }) => undo.events.length > 0).length,
      skipped: plans.flatMap(({ stream, undo }): ReadonlyArray<Skipped> => [
        ...refusals
          .filter(({ streamId }) => streamId === stream.streamId)
          .map(({ part, reason }) => ({ stream, name: nameOf(stream), part, reason })),
        ...undo.conflicts.map((conflict) => ({ stream, name: nameOf(stream), part: conflict.part, conflict }))
      ])
    } satisfies Outcome
  }).pipe(
    transaction,
    Effect.retry({ times: maxRetries, while: (error) => error instanceof VersionConflict }),
    Effect.catchTag("VersionConflict", (conflict) =>
      Effect.succeed<Outcome>({
        undone: 0,
        skipped: chunk
          .filter(({ streamId }) => conflict.streamIds.includes(streamId))
          .map((stream) => ({
            ...{ stream, name: null, part: "everything" },
            reason: "Someone else changed this entry at the same time."
          }))
      })
    )
  )

/** Undoes the events of a stream with a command. A dry run does not run the command. */
const undoByCommand = (principal: Principal, stream: SelectedStream, meta: EventMeta, isDryRun: boolean) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const { names, visible } = yield* visibleTargets(principal, [stream])
    if (visible.length === 0) return { undone: 0, skipped: [] } satisfies Outcome
    if (isDryRun) return { undone: 1, skipped: [] } satisfies Outcome
    const selected = new Set(stream.positions)
    const events = (yield* store.read(stream.streamId)).filter(({ position }) => selected.has(position))
    const undoes = events.map(({ position }) => position)
    const reason = yield* commandUndoOf(stream.command!)!.run(principal, events, { ...meta, undoes })
    const name = stream.targetId === null ? null : (names.get(stream.targetId) ?? null)
    return reason === undefined
      ? { undone: 1, skipped: [] }
      : { undone: 0, skipped: [{ stream, name, part: "exists", reason }] }
  })

/**
 * Undoes streams in chunks, each in its own transaction. A repeated call after an interruption undoes the remaining
 * streams.
 */
export const undoStreams = Effect.fn("undo.streams")(function* (
  principal: Principal,
  streams: ReadonlyArray<SelectedStream>,
  {
    isDryRun = false,
    meta,
    options = {},
    progress
  }: {
    readonly meta: EventMeta
    readonly options?: UndoOptions
    readonly isDryRun?: boolean
    readonly progress?: (done: number) => Effect.Effect<void>
  }
) {
  let undone = 0
  const skipped: Array<Skipped> = []
  let done = 0
  for (const chunk of chunksOf(streams)) {
    const own = undone === 0 ? meta : { ...meta, follows: true as const }
    const outcome: Outcome =
      chunk[0]!.command === null
        ? yield* undoChunk(principal, chunk, options, own)
        : yield* undoByCommand(principal, chunk[0]!, own, isDryRun)
    undone += outcome.undone
    skipped.push(...outcome.skipped)
    done += chunk.length
    if (progress !== undefined) yield* progress(done)
  }
  return { undone, skipped } satisfies Outcome
})
