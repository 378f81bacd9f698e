import type { Archive } from "@media/archives/OpenArchive"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { attributeOf, type XmlElement } from "@media/xml/XmlElement"
import * as Effect from "effect/Effect"
import { entryNamed, keyFrom } from "../ArchiveKeys.ts"
import { xmlNamed } from "./Package.ts"

const ENCRYPTION = "META-INF/encryption.xml"

/** An algorithm that obfuscates the first bytes of a font. A book with obfuscated fonts is otherwise readable. */
export type Obscuring = "idpf" | "adobe"

const obscurings = new Map<string, Obscuring>([
  ["http://www.idpf.org/2008/embedding", "idpf"],
  ["http://ns.adobe.com/pdf/enc#RC", "adobe"]
])

/** The encrypted files of a book, according to its `META-INF/encryption.xml`. */
export interface Encryption {
  /** Obfuscated fonts and their algorithms, keyed by name in the archive. */
  readonly fonts: ReadonlyMap<string, Obscuring>
  /** True if other files than fonts are encrypted, so that only the seller's apps can open the book. */
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
    // A font that is encrypted with any other algorithm does not make the book protected, because the book is readable
    // without the font.
    if (obscuring === undefined) isProtected ||= !isFont(named)
    else fonts.set(entryNamed(archive, named)?.key ?? named, obscuring)
  }
  return { fonts, isProtected }
}

/**
 * Reads the declaration of encrypted files. An unreadable declaration counts as missing. If the book is protected
 * nevertheless, reading its documents fails later, because they are not text.
 */
export const encryptionOf = (archive: Archive): Effect.Effect<Encryption, FileUnopenable> =>
  xmlNamed(archive, ENCRYPTION).pipe(
    Effect.map((root) => (root === undefined ? none : encryptionIn(archive, root))),
    Effect.catchTag("BookUnreadable", () => Effect.succeed(none))
  )
