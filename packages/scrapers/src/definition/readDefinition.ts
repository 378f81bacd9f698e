import * as Either from "effect/Either"
import { actionKeys, readActions, type Scrapers } from "./action.ts"
import { isTrue } from "./attribute.ts"
import type { Definition, Driver } from "./Definition.ts"
import { Findings } from "./Findings.ts"
import { entriesOf, isMapping, readMappedScraper } from "./mappedScraper.ts"
import { type Plain, readYaml, YamlRefused } from "@media/extensions/yaml/readYaml"
import { definitionLimits } from "../limits.ts"
import { DriverShape } from "./shapes.ts"

const TOP = new Set([
  ...Object.keys(actionKeys),
  "name",
  "xPathScrapers",
  "jsonScrapers",
  "driver",
  "debug",
  "stashServer"
])
const DRIVER = new Set(["headers", "cookies", "useCDP", "sleep", "clicks"])
const noDriver: Driver = { headers: [], cookies: [], needsBrowser: false }

const readDriver = (value: Plain | undefined, findings: Findings): Driver => {
  if (value === undefined || value === "") return noDriver
  const decoded = findings.decode(DriverShape, value, ["driver"])
  if (Either.isLeft(decoded)) return noDriver
  findings.known(value, ["driver"], DRIVER)
  const { cookies = [], headers = [], useCDP } = decoded.right
  return {
    headers: (headers === "" ? [] : headers).flatMap(({ Key = "", Value = "" }) =>
      Key === "" ? [] : [{ name: Key, value: Value }]
    ),
    cookies: (cookies === "" ? [] : cookies).map(({ CookieURL = "", Cookies = [] }) => ({
      url: CookieURL,
      cookies: (Cookies === "" ? [] : Cookies).map(
        ({ Domain = "", Name = "", Path = "", Value = "", ValueRandom }) => ({
          name: Name,
          value: Value,
          randomLength: Math.min(Number.parseInt(ValueRandom ?? "", 10) || 0, 4_096),
          domain: Domain,
          path: Path
        })
      )
    })),
    needsBrowser: isTrue(useCDP)
  }
}

const scrapersOf = (top: { readonly [key: string]: Plain }, findings: Findings): Scrapers => {
  const group = (key: string) =>
    new Map(
      entriesOf(top[key]).map(
        ([name, value]) => [name, readMappedScraper(value, [key, name], findings)] as const
      )
    )
  const driver = top["driver"]
  const useCdp = isMapping(driver) ? driver["useCDP"] : undefined
  return {
    xpath: group("xPathScrapers"),
    json: group("jsonScrapers"),
    useCdp: typeof useCdp === "string" ? useCdp : undefined
  }
}

/** Returns the package ids in comments such as `# requires: one, two`. */
const requiresOf = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/^\s*#\s*requires:\s*(.+)$/gim)]
    .flatMap(([, names]) => names!.split(","))
    .map((name) => name.trim())
    .filter((name) => /^[A-Za-z0-9._-]{1,80}$/.test(name))

/**
 * Parses a scraper file. Returns a message for users if the file is invalid. If only a part of the file is invalid, the
 * actions that use this part have problems, and all other actions still run.
 */
export const readDefinition = (id: string, source: string): Either.Either<Definition, string> => {
  try {
    const file = readYaml(source, definitionLimits)
    const top = file.value
    if (!isMapping(top)) return Either.left("The file is not a scraper.")
    const name = top["name"]
    if (typeof name !== "string" || name === "") return Either.left("The scraper has no name.")
    if (top["groupByURL"] !== undefined && top["movieByURL"] !== undefined)
      return Either.left("The scraper has groupByURL and movieByURL, which mean the same. Keep one of them.")
    const findings = new Findings(file)
    findings.known(top, [], TOP)
    const scrapers = scrapersOf(top, findings)
    const driver = readDriver(top["driver"], findings)
    const read = Object.keys(actionKeys).flatMap((key) =>
      readActions(top[key] ?? "", key, findings, scrapers)
    )
    const isLone = !read.some(({ key }) => key === "sceneByQueryFragment")
    const actions = read.filter(({ key }) => key !== "sceneByName" || !isLone)
    if (actions.length < read.length)
      findings.refuse(
        ["sceneByName"],
        "sceneByName needs sceneByQueryFragment, which reads the chosen result."
      )
    if (driver.needsBrowser)
      findings.refuse(["driver", "useCDP"], "The scraper needs a browser, but none is configured.")
    return Either.right({
      id,
      name,
      requires: requiresOf(source),
      actions,
      driver,
      problems: findings.problems
    })
  } catch (error) {
    if (error instanceof YamlRefused) return Either.left(error.message)
    throw error
  }
}
