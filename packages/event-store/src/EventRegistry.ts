import * as Context from "effect/Context"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import type { Event } from "./Event.ts"
import type { Policy } from "./Policy.ts"
import type { Projection } from "./Projection.ts"
import type { Upcast } from "./Upcast.ts"

/** The events, projections and policies that a slice registers. */
export interface SliceRegistration {
  readonly name: string
  readonly events: ReadonlyArray<Schema.Schema.Any>
  readonly projections: ReadonlyArray<Projection>
  readonly policies: ReadonlyArray<Policy>
  readonly upcasts?: ReadonlyArray<Upcast>
}

export interface Registry {
  /** Applies the upcasts to a stored event and decodes it. `Left` contains the reason why the event cannot be read. */
  readonly decode: (type: string, data: unknown) => Either.Either<Event, string>
  /** True for event types that SQL functions write. Their events are not decoded. */
  readonly isRaw: (type: string) => boolean
  readonly projections: ReadonlyArray<Projection>
  readonly policies: ReadonlyArray<Policy>
  readonly tags: ReadonlyArray<string>
}

export class EventRegistry extends Context.Tag("@media/event-store/EventRegistry")<
  EventRegistry,
  Registry
>() {}

/** Returns the `_tag` of the events that a schema describes, or an empty string if it has none. */
const tagOf = (schema: Schema.Schema.Any): string => {
  const { ast } = Schema.typeSchema(schema as Schema.Schema<unknown>)
  const tag = AST.getPropertySignatures(ast).find(({ name }) => name === "_tag")?.type
  return tag !== undefined && AST.isLiteral(tag) ? String(tag.literal) : ""
}

export const makeRegistry = (slices: ReadonlyArray<SliceRegistration>): Registry => {
  const decoders = new Map<string, (data: unknown) => Either.Either<Event, ParseResult.ParseError>>()
  for (const slice of slices) {
    for (const schema of slice.events) {
      const tag = tagOf(schema)
      if (tag === "" || decoders.has(tag))
        throw new Error(`event "${tag}" of ${slice.name} has no tag, or its tag is already used`)
      decoders.set(tag, Schema.decodeUnknownEither(schema as Schema.Schema<Event>))
    }
  }
  const upcasts = new Map<string, Upcast>(
    slices.flatMap((slice) => (slice.upcasts ?? []).map((upcast) => [upcast.from, upcast] as const))
  )
  const decode: Registry["decode"] = (type, data) => {
    const upcast = upcasts.get(type)
    if (upcast !== undefined) return decode(upcast.to, upcast.migrate(data))
    const decoder = decoders.get(type)
    if (decoder === undefined) return Either.left("no schema is registered for this type")
    return Either.mapLeft(decoder({ ...(data as object), _tag: type }), (error) =>
      ParseResult.TreeFormatter.formatErrorSync(error)
    )
  }
  return {
    decode,
    isRaw: (type) => type.startsWith("jobs."),
    projections: slices.flatMap((slice) => slice.projections),
    policies: slices.flatMap((slice) => slice.policies),
    tags: [...decoders.keys()]
  }
}
