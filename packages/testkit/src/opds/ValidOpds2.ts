import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

// Schemas for OPDS 2.0 and the Readium Web Publication Manifest, limited to the fields that our catalog writes. Any
// other field is an error.

const Reference = Schema.String.pipe(
  Schema.filter(
    (text) => (!/[ <>"^`|\\{}]/.test(text) && URL.canParse(text, "http://server")) || "must be a reference"
  )
)
const Template = Schema.String.pipe(Schema.pattern(/^[^ <>"]*\{\?[a-z,]+\}$/))
const MediaType = Schema.String.pipe(Schema.pattern(/^[a-z]+\/[a-z0-9.+-]+$/))
const Instant = Schema.String.pipe(Schema.pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/))
const Count = Schema.Int.pipe(Schema.nonNegative())
const Positive = Schema.Int.pipe(Schema.positive())
const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })
const list = <A, I>(schema: Schema.Schema<A, I>) => Schema.Array(schema).pipe(Schema.minItems(1))

const target = { type: MediaType, rel: optional(Schema.String), title: optional(Schema.String) }
const Link = Schema.Union(
  Schema.Struct({
    ...target,
    href: Reference,
    size: optional(Count),
    properties: optional(
      Schema.Struct({
        numberOfItems: optional(Count),
        authenticate: optional(Schema.Struct({ href: Reference, type: MediaType }))
      })
    )
  }),
  Schema.Struct({ ...target, href: Template, templated: Schema.Literal(true) })
)
const Picture = Schema.Struct({ href: Reference, type: MediaType, width: Positive, height: Positive })
const Named = Schema.Struct({
  name: Schema.String,
  position: optional(Schema.Number),
  links: optional(list(Link))
})

const metadata = {
  "@type": Reference,
  conformsTo: optional(Reference),
  identifier: Schema.String.pipe(Schema.pattern(/^urn:uuid:[0-9a-f-]{36}$/)),
  title: Schema.String,
  modified: Instant,
  published: optional(Schema.String.pipe(Schema.pattern(/^\d{4}-\d\d-\d\d$/))),
  language: optional(Schema.String.pipe(Schema.pattern(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/))),
  author: optional(list(Named)),
  artist: optional(list(Named)),
  translator: optional(list(Named)),
  editor: optional(list(Named)),
  publisher: optional(Schema.String),
  description: optional(Schema.String),
  numberOfPages: optional(Positive),
  readingProgression: optional(Schema.Literal("ltr", "rtl")),
  belongsTo: optional(Schema.Struct({ series: list(Named) }))
}

const ACQUISITION = "http://opds-spec.org/acquisition"
const withAcquisition = list(Link).pipe(
  Schema.filter((links) => links.some(({ rel }) => rel === ACQUISITION) || "must have an acquisition link")
)

const publication = {
  metadata: Schema.Struct(metadata),
  links: withAcquisition,
  images: optional(list(Picture))
}
const Publication = Schema.Struct(publication)
const Manifest = Schema.Struct({
  ...publication,
  "@context": Reference,
  readingOrder: list(Schema.Struct({ href: Reference, type: MediaType }))
})

const FeedMetadata = Schema.Struct({
  title: Schema.String,
  modified: optional(Instant),
  numberOfItems: optional(Count),
  itemsPerPage: optional(Positive),
  currentPage: optional(Positive)
})
const withSelf = list(Link).pipe(
  Schema.filter((links) => links.some(({ rel }) => rel === "self") || "must have a link to itself")
)
const WithTitles = list(Link).pipe(
  Schema.filter((links) => links.every(({ title }) => title !== undefined) || "must have titles")
)

export const Feed = Schema.Struct({
  metadata: FeedMetadata,
  links: withSelf,
  navigation: optional(WithTitles),
  publications: optional(list(Publication)),
  facets: optional(list(Schema.Struct({ metadata: FeedMetadata, links: WithTitles }))),
  groups: optional(
    Schema.Array(
      Schema.Struct({ metadata: FeedMetadata, links: list(Link), publications: optional(list(Publication)) })
    )
  )
}).pipe(
  Schema.filter(
    ({ groups, navigation, publications }) =>
      (groups ?? navigation ?? publications) !== undefined || "must have a list"
  )
)

export const Authentication = Schema.Struct({
  id: Schema.String.pipe(Schema.pattern(/^https?:\/\/[^ ]+$/)),
  title: Schema.String,
  description: Schema.String,
  links: list(Link),
  authentication: list(
    Schema.Struct({
      type: Schema.Literal("http://opds-spec.org/auth/basic"),
      labels: Schema.Struct({ login: Schema.String, password: Schema.String })
    })
  )
})

/** Returns the problems of a document as text. The text is empty if there are none. */
export const problems = <A, I>(schema: Schema.Schema<A, I>, document: unknown): string => {
  const decoded = Schema.decodeUnknownEither(schema, { onExcessProperty: "error", errors: "all" })(document)
  return Either.isLeft(decoded) ? ParseResult.TreeFormatter.formatErrorSync(decoded.left) : ""
}

/** Determines the type of a catalog document from its fields. Returns the type and the problems. */
export const checked = (document: {
  readonly readingOrder?: unknown
  readonly metadata?: { readonly identifier?: unknown }
}): { readonly kind: "manifest" | "publication" | "feed"; readonly problem: string } => {
  if (document.readingOrder !== undefined) return { kind: "manifest", problem: problems(Manifest, document) }
  return document.metadata?.identifier === undefined
    ? { kind: "feed", problem: problems(Feed, document) }
    : { kind: "publication", problem: problems(Publication, document) }
}
