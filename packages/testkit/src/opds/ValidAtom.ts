import { readFileSync } from "node:fs"
import { validateXML } from "xmllint-wasm"

const grammar = readFileSync(new URL("catalog.rng", import.meta.url), "utf8")

/**
 * Problems of a catalog's documents according to the grammar of Atom and OPDS 1.2 next to this file; empty if there are
 * none. The grammar is written from the specifications, because that of opds.io has no license; manually, jing finds
 * the same with that one, except for the templates of page streaming, which it does not support.
 */
export const atomProblems = async (
  documents: Readonly<Record<string, string>>
): Promise<ReadonlyArray<string>> => {
  const { errors } = await validateXML({
    xml: Object.entries(documents).map(([fileName, contents]) => ({
      fileName: `${fileName.replace(/[^a-z0-9]/gi, "_")}.xml`,
      contents
    })),
    schema: grammar,
    extension: "relaxng"
  })
  return errors.map(({ rawMessage }) => rawMessage)
}
