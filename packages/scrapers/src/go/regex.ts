import { RE2JS } from "re2js"
import { spend } from "@media/kernel/CpuBudget"
import { MOST_PATTERN_LENGTH, MOST_VALUE_LENGTH } from "../limits.ts"
import { expand } from "./expand.ts"

/** Maximum number of cached compiled expressions. Community scrapers use a few thousand expressions. */
const MOST_COMPILED = 2_000
const compiled = new Map<string, RE2JS | undefined>()

/** Compiles an expression in Go's syntax (RE2). Returns undefined if the expression is invalid or too long. */
export const compileGo = (pattern: string): RE2JS | undefined => {
  if (compiled.has(pattern)) return compiled.get(pattern)
  let regex: RE2JS | undefined
  try {
    regex = pattern.length > MOST_PATTERN_LENGTH ? undefined : RE2JS.compile(pattern)
  } catch {
    regex = undefined
  }
  if (compiled.size >= MOST_COMPILED) compiled.delete(compiled.keys().next().value!)
  compiled.set(pattern, regex)
  return regex
}

const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1)

/**
 * Replaces every match like Go's `ReplaceAllString`: an empty match directly after another match is skipped. The result
 * is truncated to the maximum length of a value.
 */
export const replaceAllGo = (regex: RE2JS, value: string, template: string): string => {
  const matcher = regex.matcher(value)
  const names = regex.namedGroups() as Readonly<Record<string, number>>
  const count = matcher.groupCount()
  const byNumber = (number: number) => (number <= count ? (matcher.group(number) ?? undefined) : undefined)
  const byName = (name: string) => (Object.hasOwn(names, name) ? byNumber(names[name]!) : undefined)
  let result = ""
  let lastEnd = 0
  let from = 0
  while (from <= value.length && result.length <= MOST_VALUE_LENGTH && matcher.find(from)) {
    spend()
    const start = matcher.start()
    const end = matcher.end()
    result += value.slice(lastEnd, start)
    if (end > lastEnd || start === 0) result += expand(template, { byNumber, byName })
    lastEnd = end
    const width = widthAt(value, from)
    from = from + width > end ? from + width : end
  }
  return (result + value.slice(lastEnd)).slice(0, MOST_VALUE_LENGTH)
}
