import { type Plain, readYaml, YamlRefused } from "@media/extensions/yaml/readYaml"
import { Invalid } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import { fieldsOf } from "./fields.ts"
import { readCommunity } from "./readCommunity.ts"
import { readPlugin } from "./readPlugin.ts"
import type { Definition } from "./shapes.ts"

const bounds = { bytes: 256 * 1024, depth: 20, nodes: 20_000, aliases: 100 }

const invalid = (file: string, problems: ReadonlyArray<string>) =>
  Either.left(
    new Invalid({
      reason: `${file} cannot be used: ${problems[0]!}`,
      fields: problems.slice(0, 50).map((message) => ({ path: file, message }))
    })
  )

/**
 * Parses the definition of a package. JSON is parsed as YAML, because YAML includes JSON. A plugin in Stash's format
 * gets the id `idOfCommunity`.
 */
export const readDefinition = (
  file: string,
  source: string,
  idOfCommunity: string
): Either.Either<Definition, Invalid> => {
  let value: Plain
  try {
    value = readYaml(source, bounds).value
  } catch (error) {
    if (error instanceof YamlRefused) return invalid(file, [error.message])
    throw error
  }
  if (typeof value !== "object" || Array.isArray(value))
    return invalid(file, ["It must contain keys and values."])
  const problems: Array<string> = []
  const fields = fieldsOf(value, problems)
  const definition = /^plugin\.(yml|yaml|json)$/.test(file)
    ? readPlugin(fields)
    : readCommunity(fields, idOfCommunity)
  return problems.length > 0 ? invalid(file, problems) : Either.right(definition)
}
