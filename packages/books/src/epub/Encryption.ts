import type { Archive } from "@media/archives/OpenArchive"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { attributeOf, type XmlElement } from "@media/xml/XmlElement"
import * as Effect from "effect/Effect"
import { entryNamed, keyFrom } from "../ArchiveKeys.ts"
import { xmlNamed } from "./Package.ts"

const ENCRYPTION = "META-INF/encryption.xml"

/** How the beginning of a font is obscured, in books that anyone can read. */
export type Obscuring = "idpf" | "adobe"

const obscurings = new Map<string, Obscuring>([
  ["http://www.idpf.org/2008/embedding", "idpf"],
  ["http://ns.adobe.com/pdf/enc#RC", "adobe"]
])

/** A book's declaration of its encrypted files. */
export interface Encryption {
  /** By name in the archive. */
  readonly fonts: ReadonlyMap<string, Obscuring>
  /** More than its fonts is encrypted: only its seller's programs can open it. */
  readonly isProtected: boolean
}

const none: Encryption = { fonts: new Map(), isProtected: false }

const descendants = (element: XmlElement, name: string): ReadonlyArray<XmlElement> =>
  element.children.flatMap((child) =>
    typeof child === "string" ? [] : [...(child.name === name ? [child] : []), ...descendants(child, name)]
  )

const isFont = (key: string): boolean => /\.(?:otf|ttf|ttc|woff2?)$/i.test(key)

const encryptionIn = (archive: Archive, root: XmlElement): Encryption => {
  const fonts = new Map<string, Obscuring>()
  let isProtected = false
  for (const data of descendants(root, "EncryptedData")) {
    const [method] = descendants(data, "EncryptionMethod")
    const [reference] = descendants(data, "CipherReference")
    const obscuring = obscurings.get((method && attributeOf(method, "Algorithm")) ?? "")
    const named = keyFrom("", (reference && attributeOf(reference, "URI")) ?? "")
    // A book is readable without its own fonts.
    if (obscuring === undefined) isProtected ||= !isFont(named)
    else fonts.set(entryNamed(archive, named)?.key ?? named, obscuring)
  }
  return { fonts, isProtected }
}

/** An unreadable declaration counts as none: a protected book then has documents that are not text. */
export const encryptionOf = (archive: Archive): Effect.Effect<Encryption, FileUnopenable> =>
  xmlNamed(archive, ENCRYPTION).pipe(
    Effect.map((root) => (root === undefined ? none : encryptionIn(archive, root))),
    Effect.catchTag("BookUnreadable", () => Effect.succeed(none))
  )
