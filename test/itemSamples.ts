import { kinds } from "@media/features/generated/kinds"
import { fileKindOf, type RegisteredKind } from "@media/features/catalog/files/FileKind"
import { recognize } from "@media/features/catalog/files/Sniff"

/** Kinds whose items are files. */
export const fileKinds = kinds.filter(({ extensions }) => Object.keys(extensions).length > 0)
const contents = kinds.map((kind) => kind.contents)

/** Returns a file extension and content that a library of all kinds recognizes as the given kind. */
export const sampleOf = (kind: RegisteredKind): { readonly extension: string; readonly content: string } => {
  const content = `Enough bytes of a file of the kind ${kind.kind} for a fingerprint.`
  const extension = Object.keys(kind.extensions).find((each) => {
    const found = fileKindOf(`a.${each}`, {
      contents,
      hasSibling: () => false,
      hasVideo: () => false,
      knownKind: undefined
    })
    if (found._tag === "Ignored") return false
    const answer = recognize(found.claims, Buffer.from(content))
    return "kind" in answer && answer.kind === kind
  })
  if (extension === undefined) throw new Error(`No ending of the kind ${kind.kind} is recognized by its name`)
  return { extension, content }
}
