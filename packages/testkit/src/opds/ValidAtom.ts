import { readFileSync } from "node:fs"
import { validateXML } from "xmllint-wasm"

const grammar = readFileSync(new URL("catalog.rng", import.meta.url), "utf8")

/**
 * What is wrong with documents of a catalog by the grammar of Atom and OPDS 1.2 beside this file; empty when nothing is.
 * The grammar is written from the specifications, because that of opds.io has no license; by hand, jing finds the same with
 * that one, but for the templates of page streaming, which it has no place for.
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
