import * as Effect from "effect/Effect"

export const NAMESPACES = {
  xmlns: "http://www.w3.org/2005/Atom",
  "xmlns:dc": "http://purl.org/dc/terms/",
  "xmlns:opds": "http://opds-spec.org/2010/catalog",
  "xmlns:opensearch": "http://a9.com/-/spec/opensearch/1.1/",
  "xmlns:pse": "http://vaemendis.net/opds-pse/ns",
  "xmlns:thr": "http://purl.org/syndication/thread/1.0"
} as const

/** An XML element to write: the name, the attributes (undefined values are omitted), and the text or the children. */
export type Node = readonly [
  name: string,
  attributes?: Readonly<Record<string, string | number | undefined>>,
  content?: string | ReadonlyArray<Node>
]

/**
 * Writes the node as an XML document. The XML library is loaded on first use, because it makes up a sixth of the
 * server's code, and on most servers no reading app uses the catalog.
 */
export const document = (root: Node): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => import("./xml.ts")),
    ({ write }) => write(root)
  )
