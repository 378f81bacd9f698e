import * as Either from "effect/Either"
import { hasYear } from "../go/layout.ts"
import { compileGo } from "../go/regex.ts"
import type { Attribute, Replacement, Step } from "./Definition.ts"
import type { Findings, Path } from "./Findings.ts"
import type { Plain } from "@media/extensions/yaml/readYaml"
import { type AttributeFile, AttributeShape, type StepFile } from "./shapes.ts"

const KEYS = new Set([
  "selector",
  "fixed",
  "concat",
  "split",
  "replace",
  "subScraper",
  "parseDate",
  "postProcess"
])
const STEPS = new Set([
  "replace",
  "map",
  "parseDate",
  "subtractDays",
  "feetToCm",
  "lbToKg",
  "subScraper",
  "javascript"
])

/** Returns the list. An empty string in the definition means that there is no list. */
const listOf = <A>(list: ReadonlyArray<A> | "" | undefined): ReadonlyArray<A> =>
  list === undefined || list === "" ? [] : list

export const isTrue = (text: string | undefined): boolean => /^(?:true|yes|on|y)$/i.test(text ?? "")

export const replacementsOf = (
  files: ReadonlyArray<{ readonly regex?: string; readonly with?: string }> | "" | undefined,
  path: Path,
  findings: Findings
): ReadonlyArray<Replacement> =>
  listOf(files).map(({ regex = "", with: by = "" }, at) => {
    if (compileGo(regex) === undefined)
      findings.warn(
        [...path, String(at)],
        `The regular expression "${regex.slice(0, 100)}" is not valid, so it has no effect.`
      )
    return { regex, with: by }
  })

const stepsOf = (file: StepFile, path: Path, findings: Findings): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  if (file.replace !== undefined)
    steps.push({
      step: "replace",
      replacements: replacementsOf(file.replace, [...path, "replace"], findings)
    })
  if (file.subScraper !== undefined)
    steps.push({
      step: "subScraper",
      attribute: attributeOf(file.subScraper, [...path, "subScraper"], findings)
    })
  if (file.map !== undefined) steps.push({ step: "map", map: file.map === "" ? {} : file.map })
  if (isTrue(file.feetToCm)) steps.push({ step: "feetToCm" })
  if (isTrue(file.lbToKg)) steps.push({ step: "lbToKg" })
  if (file.parseDate !== undefined && file.parseDate !== "") {
    if (file.parseDate !== "unix" && !hasYear(file.parseDate))
      findings.warn(
        [...path, "parseDate"],
        `The date layout "${file.parseDate.slice(0, 100)}" has no year, so it has no effect.`
      )
    steps.push({ step: "parseDate", layout: file.parseDate })
  }
  if (isTrue(file.subtractDays)) steps.push({ step: "subtractDays" })
  if (file.javascript !== undefined && file.javascript !== "")
    steps.push({ step: "javascript", code: file.javascript })
  return steps
}

class Refused extends Error {}

const attributeOf = (file: string | AttributeFile, path: Path, findings: Findings): Attribute => {
  const none = { fixed: "", concat: "", split: "", steps: [] }
  if (typeof file === "string") return { ...none, selector: file }
  const { concat = "", fixed = "", postProcess, selector = "", split = "", ...legacy } = file
  const listed = listOf(postProcess)
  if (
    listed.length > 0 &&
    (legacy.replace !== undefined || legacy.subScraper !== undefined || legacy.parseDate !== undefined)
  )
    throw new Refused(
      findings.refuse(
        path,
        "postProcess contains the steps, so replace, subScraper and parseDate must be in it, too."
      )
    )
  const steps =
    listed.length === 0
      ? stepsOf(legacy, path, findings)
      : listed.flatMap((step, at) => {
          const keyPath = [...path, "postProcess", String(at)]
          if (Object.keys(step).length > 1)
            throw new Refused(
              findings.refuse(
                keyPath,
                "An entry of postProcess may have only one key. Write each step as a separate entry."
              )
            )
          return stepsOf(step, keyPath, findings)
        })
  return { selector, fixed, concat, split, steps }
}

const warnOfKeys = (value: Plain, path: Path, findings: Findings): void => {
  if (typeof value !== "object" || Array.isArray(value)) return
  findings.known(value, path, KEYS)
  const { postProcess, subScraper } = value as Readonly<Record<string, Plain>>
  if (subScraper !== undefined) warnOfKeys(subScraper, [...path, "subScraper"], findings)
  if (!Array.isArray(postProcess)) return
  ;(postProcess as ReadonlyArray<Plain>).forEach((step, at) => {
    const keyPath = [...path, "postProcess", String(at)]
    findings.known(step, keyPath, STEPS)
    const inner =
      typeof step === "object" ? (step as Readonly<Record<string, Plain>>)["subScraper"] : undefined
    if (inner !== undefined) warnOfKeys(inner, [...keyPath, "subScraper"], findings)
  })
}

/** Returns the attribute, or a message that explains why its scraper cannot be used. */
export const readAttribute = (
  value: Plain,
  path: Path,
  findings: Findings
): Either.Either<Attribute, string> =>
  Either.flatMap(findings.decode(AttributeShape, value, path), (file) => {
    warnOfKeys(value, path, findings)
    try {
      return Either.right(attributeOf(file, path, findings))
    } catch (error) {
      if (error instanceof Refused) return Either.left(error.message)
      throw error
    }
  })
