import { readFileSync } from "node:fs"
import { validateXML } from "xmllint-wasm"

const grammar = readFileSync(new URL("catalog.rng", import.meta.url), "utf8")

/**
 * Validates the documents of a catalog against the grammar of Atom and OPDS 1.2 in this folder. Returns the problems,
 * or an empty list. We wrote the grammar from the specifications, because the grammar of opds.io has no license. In
 * manual tests, jing found the same problems with both grammars, except for the page streaming templates, which the
 * grammar of opds.io does not support.
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
