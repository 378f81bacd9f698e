import * as Either from "effect/Either"
import { isTrue, replacementsOf } from "./attribute.ts"
import type { Action, ActionInput, MappedScraper, ObjectKind } from "./Definition.ts"
import type { Findings, Path } from "./Findings.ts"
import type { Plain } from "@media/extensions/yaml/readYaml"
import { type ActionFile, ActionShape } from "./shapes.ts"

interface ActionKey {
  readonly kind: ObjectKind
  readonly input: ActionInput
}

export const actionKeys: Readonly<Record<string, ActionKey>> = {
  performerByName: { kind: "performer", input: "name" },
  performerByFragment: { kind: "performer", input: "fragment" },
  performerByURL: { kind: "performer", input: "url" },
  sceneByName: { kind: "scene", input: "name" },
  sceneByQueryFragment: { kind: "scene", input: "queryFragment" },
  sceneByFragment: { kind: "scene", input: "fragment" },
  sceneByURL: { kind: "scene", input: "url" },
  galleryByFragment: { kind: "gallery", input: "fragment" },
  galleryByURL: { kind: "gallery", input: "url" },
  imageByFragment: { kind: "image", input: "fragment" },
  imageByURL: { kind: "image", input: "url" },
  groupByURL: { kind: "group", input: "url" },
  movieByURL: { kind: "group", input: "url" }
}

const ENGINES: Readonly<Record<string, Action["engine"]>> = {
  script: "script",
  scrapeXPath: "xpath",
  scrapeJson: "json",
  stash: "stash"
}
const KEYS = new Set(["action", "scraper", "script", "url", "queryURL", "queryURLReplace"])

export interface Scrapers {
  readonly xpath: ReadonlyMap<string, Either.Either<MappedScraper, string>>
  readonly json: ReadonlyMap<string, Either.Either<MappedScraper, string>>
  readonly useCdp: string | undefined
}

/** Returns the mapped scraper that an action uses, or the reasons why the action cannot run. */
const mappedOf = (
  { scraper: name = "" }: ActionFile,
  key: string,
  engine: "xpath" | "json",
  scrapers: Scrapers
): Either.Either<MappedScraper, ReadonlyArray<string>> => {
  const { input, kind } = actionKeys[key]!
  const group = engine === "xpath" ? "xPathScrapers" : "jsonScrapers"
  if (kind === "performer" && input === "fragment")
    return Either.left([`${key} can only run scripts. It cannot use XPath or JSON.`])
  const found = scrapers[engine].get(name)
  if (found === undefined)
    return Either.left([`${key} uses "${name.slice(0, 100)}", which is not in ${group}.`])
  if (Either.isLeft(found)) return Either.left([found.left])
  if (found.right.objects[kind] === undefined)
    return Either.left([`${key} uses "${name.slice(0, 100)}", which does not describe a ${kind}.`])
  return Either.right(found.right)
}

const common = (key: string, file: ActionFile): ReadonlyArray<string> => {
  const { input } = actionKeys[key]!
  if (input === "url") return file.url === undefined || file.url.length === 0 ? [`${key} has no url.`] : []
  return file.action !== "script" && file.action !== "stash" && (file.queryURL ?? "") === ""
    ? [`${key} has no queryURL.`]
    : []
}

const engineProblems = (file: ActionFile, engine: Action["engine"]): ReadonlyArray<string> => {
  if (engine === "stash") return ["Another Stash server is not supported as a source."]
  if (engine === "script" && (file.script === undefined || file.script.length === 0))
    return ["The action does not specify a script."]
  return []
}

const readOne = (
  value: Plain,
  key: string,
  path: Path,
  findings: Findings,
  scrapers: Scrapers
): Action | undefined => {
  const decoded = findings.decode(ActionShape, value, path)
  if (Either.isLeft(decoded)) return undefined
  findings.known(value, path, KEYS)
  const file = decoded.right
  const engine = ENGINES[file.action ?? ""]
  if (engine === undefined) {
    findings.refuse(path, `${key} has the unknown action "${(file.action ?? "").slice(0, 100)}".`)
    return undefined
  }
  const mapped =
    engine === "xpath" || engine === "json" ? mappedOf(file, key, engine, scrapers) : Either.right(undefined)
  const own = [...common(key, file), ...engineProblems(file, engine)]
  own.forEach((sentence) => findings.refuse(path, sentence))
  const borrowed = Either.isLeft(mapped) ? mapped.left : []
  for (const sentence of borrowed)
    if (!findings.problems.some(({ message }) => message === sentence)) findings.refuse(path, sentence)
  const browser = engine === "xpath" || engine === "json" ? isTrue(scrapers.useCdp) : false
  const replace = file.queryURLReplace
  return {
    key,
    ...actionKeys[key]!,
    engine,
    scraper: Either.getOrUndefined(mapped),
    script: file.script === undefined || file.script === "" ? [] : file.script,
    urls: file.url === undefined || file.url === "" ? [] : file.url,
    queryUrl: file.queryURL ?? "",
    queryUrlReplace:
      replace === undefined || replace === ""
        ? {}
        : Object.fromEntries(
            Object.entries(replace).map(([name, list]) => [
              name,
              replacementsOf(list, [...path, "queryURLReplace", name], findings)
            ])
          ),
    problems: [
      ...own,
      ...borrowed,
      ...(browser ? ["The scraper needs a browser, but none is configured."] : [])
    ]
  }
}

/** Reads the actions of one key. Only keys that end in `URL` contain a list. */
export const readActions = (
  value: Plain,
  key: string,
  findings: Findings,
  scrapers: Scrapers
): ReadonlyArray<Action> => {
  if (value === "") return []
  const isList = actionKeys[key]!.input === "url"
  if (Array.isArray(value) !== isList) {
    findings.refuse([key], isList ? `${key} must be a list of actions.` : `${key} must be a single action.`)
    return []
  }
  const one = (each: Plain, path: Path) => readOne(each, key, path, findings, scrapers) ?? []
  return isList
    ? (value as ReadonlyArray<Plain>).flatMap((each, at) => one(each, [key, String(at)]))
    : [one(value, [key])].flat()
}
