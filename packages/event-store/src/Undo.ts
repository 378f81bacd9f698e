import { isSameJson } from "@media/kernel/Json"
import type { Event, Recorded } from "./Event.ts"

/** The value of a part of a stream's state (see `UndoRule`), as JSON. Null if the part does not exist. */
export type PartValue =
  | null
  | string
  | number
  | boolean
  | ReadonlyArray<PartValue>
  | { readonly [key: string]: PartValue | undefined }

/**
 * Describes how events of a stream are undone. The state of a stream is divided into parts, such as a field of an item
 * or one of its tags. An undo appends new events of the same types. The new events set each part to the value that the
 * part had before the undone event. These values are computed by replaying the events of the stream.
 */
export interface UndoRule<State, E extends Event> {
  readonly initial: State
  /**
   * Applies an event to the state. Must ignore events of other rules, because a stream may contain events of several
   * rules.
   */
  readonly evolve: (state: State, event: E) => State
  /**
   * For each event type, a function that returns the parts that an event changed. Types without a function cannot be
   * undone.
   */
  readonly parts: { readonly [Tag in E["_tag"]]?: PartsOf<State, Extract<E, { readonly _tag: Tag }>> }
  readonly read: (state: State, part: string) => PartValue
  /** Returns the events that set the given parts to the given values. */
  readonly write: (values: ReadonlyMap<string, PartValue>, state: State) => ReadonlyArray<E>
}

/** Returns the names of parts: a field such as `title`, or a field and an id such as `tag/0192...`. */
type PartsOf<State, E> = (event: E, before: State, after: State) => ReadonlyArray<string>

export type AnyUndoRule = UndoRule<unknown, Event>

/**
 * Returns the rule with the types of its state and events erased, so that rules of different types can be in one list.
 */
export const undoRule = <State, E extends Event>(rule: UndoRule<State, E>): AnyUndoRule =>
  rule as unknown as AnyUndoRule

/** Returns the field in the name of a part: `tag` for `tag/0192...`. */
export const fieldOf = (part: string): string => part.split("/")[0]!
/** Returns the id in the name of a part. Undefined if the name is only a field. */
export const elementOf = (part: string): string | undefined => part.split("/")[1]

/** A part that an undo does not change, because it was changed again after the event to undo. */
export interface UndoConflict {
  readonly part: string
  /** The value that the event set. */
  readonly expected: PartValue
  readonly found: PartValue
  /** The last change to the part. */
  readonly last: Recorded
}

/** The changes that undo events of one stream. */
export interface StreamUndo {
  /** The current value (`from`) and the restored value (`to`) of each part that changes, keyed by part. */
  readonly values: ReadonlyMap<string, { readonly from: PartValue; readonly to: PartValue }>
  /** The rule to which each changing part belongs, keyed by part. */
  readonly partsOf: ReadonlyMap<string, AnyUndoRule>
  readonly conflicts: ReadonlyArray<UndoConflict>
  readonly events: ReadonlyArray<Event>
  /** The positions of the events that are undone completely or in part. */
  readonly undoes: ReadonlyArray<number>
}

export interface UndoOptions {
  /** The fields whose changes are undone. By default, all fields. */
  readonly fields?: ReadonlySet<string> | undefined
  /** Parts that are restored even if they were changed again after the event to undo. */
  readonly force?: ReadonlySet<string> | undefined
  /** Parts that are not restored. */
  readonly except?: ReadonlySet<string> | undefined
}

interface Change {
  readonly recorded: Recorded
  readonly before: PartValue
  readonly after: PartValue
}

/** Replays the events of a stream. Returns the current state and, for each part, all changes to it, oldest first. */
const changesOf = (rule: AnyUndoRule, history: ReadonlyArray<Recorded>) => {
  const changes = new Map<string, Array<Change>>()
  let state = rule.initial
  for (const recorded of history) {
    const before = state
    state = rule.evolve(state, recorded.event)
    const parts = (rule.parts as Readonly<Record<string, PartsOf<unknown, Event> | undefined>>)[
      recorded.event._tag
    ]
    for (const part of parts?.(recorded.event, before, state) ?? []) {
      const change = { recorded, before: rule.read(before, part), after: rule.read(state, part) }
      if (isSameJson(change.before, change.after)) continue
      changes.set(part, [...(changes.get(part) ?? []), change])
    }
  }
  return { changes, state }
}

/** Returns the rules that can undo at least one event of the stream. Other rules belong to other kinds of streams. */
const rulesFor = (rules: ReadonlyArray<AnyUndoRule>, history: ReadonlyArray<Recorded>) =>
  rules.filter(({ parts }) => history.some(({ event }) => event._tag in parts))

/**
 * Returns the parts that each event of a stream changed, with the values of these parts before and after the event. The
 * result is keyed by the position of the event.
 */
export const valuesChanged = (
  rules: ReadonlyArray<AnyUndoRule>,
  history: ReadonlyArray<Recorded>
): ReadonlyMap<
  number,
  ReadonlyArray<{ readonly part: string; readonly from: PartValue; readonly to: PartValue }>
> => {
  const found = new Map<number, Array<{ part: string; from: PartValue; to: PartValue }>>()
  for (const rule of rulesFor(rules, history))
    for (const [part, changes] of changesOf(rule, history).changes)
      for (const { after, before, recorded } of changes) {
        const own = found.get(recorded.position) ?? []
        found.set(recorded.position, own)
        own.push({ part, from: before, to: after })
      }
  return found
}

/**
 * Computes how to undo the selected events of a stream, newest first. If a part no longer has the value that the event
 * set, it is not restored and reported as a conflict. Nothing changes for events that are already undone, so an undo
 * that was interrupted can simply be repeated.
 */
export const undoStream = (
  rules: ReadonlyArray<AnyUndoRule>,
  history: ReadonlyArray<Recorded>,
  selected: ReadonlySet<number>,
  { except, fields, force }: UndoOptions = {}
): StreamUndo => {
  const values = new Map<string, { from: PartValue; to: PartValue }>()
  const partsOf = new Map<string, AnyUndoRule>()
  const conflicts: Array<UndoConflict> = []
  const events: Array<Event> = []
  const undoes = new Set<number>()
  for (const rule of rules) {
    const { changes, state } = changesOf(rule, history)
    const targets = new Map<string, PartValue>()
    for (const [part, all] of changes) {
      if (except?.has(part) === true || fields?.has(fieldOf(part)) === false) continue
      const now = rule.read(state, part)
      let value = now
      for (const { after, before, recorded } of all.toReversed()) {
        if (!selected.has(recorded.position)) continue
        if (!isSameJson(value, after) && force?.has(part) !== true) {
          if (isSameJson(value, before)) continue
          conflicts.push({ part, expected: after, found: value, last: all.at(-1)!.recorded })
          break
        }
        value = before
        undoes.add(recorded.position)
      }
      if (isSameJson(value, now)) continue
      targets.set(part, value)
      values.set(part, { from: now, to: value })
      partsOf.set(part, rule)
    }
    if (targets.size > 0) events.push(...rule.write(targets, state))
  }
  return { values, partsOf, conflicts, events, undoes: [...undoes].toSorted((a, b) => a - b) }
}

/**
 * Returns all parts of a stream that were ever changed. `value` is the value before the first event for which `isLater`
 * returns true, and `now` is the current value.
 */
export const valuesAt = (
  rules: ReadonlyArray<AnyUndoRule>,
  history: ReadonlyArray<Recorded>,
  isLater: (recorded: Recorded) => boolean
): ReadonlyArray<{ readonly part: string; readonly value: PartValue; readonly now: PartValue }> =>
  rulesFor(rules, history).flatMap((rule) => {
    const { changes, state } = changesOf(rule, history)
    return [...changes].flatMap(([part, all]) => {
      const first = all.find(({ recorded }) => isLater(recorded))
      const now = rule.read(state, part)
      const value = first === undefined ? now : first.before
      return value === null && now === null ? [] : [{ part, value, now }]
    })
  })
