import type { ItemKind } from "../../ItemKind.ts"
import type { EntityKind } from "../../EntityKind.ts"
import type { PluginHook } from "./definition/shapes.ts"

/** A change in the log that can trigger hooks. */
export interface Change {
  readonly type: string
  readonly kind: string
  readonly id: string
  /** Time of the event. */
  readonly at: Date
  readonly fields: ReadonlyArray<string>
}

const things: Readonly<Record<ItemKind | EntityKind, string | undefined>> = {
  video: "Scene",
  image: "Image",
  gallery: "Gallery",
  series: "Group",
  season: undefined,
  album: undefined,
  track: undefined,
  book: undefined,
  performer: "Performer",
  studio: "Studio",
  tag: "Tag",
  author: undefined
}

const actions = {
  "item.registered.v1": "Create",
  "item.group-registered.v1": "Create",
  "item.entry-registered.v1": "Create",
  "item.edited.v1": "Update",
  "item.related.v1": "Update",
  "item.unrelated.v1": "Update",
  "item.trashed.v1": "Destroy",
  "related.created.v1": "Create",
  "related.edited.v1": "Update",
  "related.alias-added.v1": "Update",
  "related.alias-removed.v1": "Update",
  "related.parent-set.v1": "Update",
  "related.tagged.v1": "Update",
  "related.untagged.v1": "Update",
  "related.merged.v1": "Merge",
  "related.removed.v1": "Destroy"
} as const

/**
 * The types of events that can trigger hooks. A `plugin.yml` contains these types without the version, such as
 * `item.edited`.
 */
export const triggering: ReadonlyArray<string> = Object.keys(actions)

const nameOf = ({ kind, type }: Change): string | undefined => {
  const thing = (things as Readonly<Record<string, string | undefined>>)[kind]
  const action = (actions as Readonly<Record<string, string | undefined>>)[type]
  return thing === undefined || action === undefined ? undefined : `${thing}.${action}.Post`
}

/** Returns the trigger of a hook that matches a change, or undefined if no trigger matches. */
export const triggerOf = ({ triggeredBy }: PluginHook, change: Change): string | undefined => {
  const names = [nameOf(change), change.type.replace(/\.v\d+$/, "")]
  return triggeredBy.find((trigger) => names.includes(trigger))
}
