/** Kinds of objects that a scraper describes. `movie` is the older name of `group`. */
export type ObjectKind = "performer" | "scene" | "gallery" | "image" | "group"

/** A problem in the file, with its line; the message is a sentence for users. */
export interface Problem {
  readonly message: string
  readonly line?: number
  /** True if the action cannot run; otherwise it is a warning. */
  readonly isFatal: boolean
}

export interface Replacement {
  readonly regex: string
  readonly with: string
}

export type Step =
  | { readonly step: "replace"; readonly replacements: ReadonlyArray<Replacement> }
  | { readonly step: "map"; readonly map: Readonly<Record<string, string>> }
  | { readonly step: "parseDate"; readonly layout: string }
  | { readonly step: "subtractDays" | "feetToCm" | "lbToKg" }
  | { readonly step: "subScraper"; readonly attribute: Attribute }
  | { readonly step: "javascript"; readonly code: string }

/** The selector and post-processing of one value. `fixed` needs no page. */
export interface Attribute {
  readonly selector: string
  readonly fixed: string
  readonly concat: string
  readonly split: string
  readonly steps: ReadonlyArray<Step>
}

/** Fields by their name in the file, with nested objects. */
export interface MappedObject {
  readonly fields: Readonly<Record<string, Attribute>>
  readonly relations: Readonly<Record<string, MappedObject>>
}

export interface MappedScraper {
  /** Replacements in selectors, longest key first. */
  readonly common: ReadonlyArray<readonly [key: string, text: string]>
  readonly objects: Readonly<Partial<Record<ObjectKind, MappedObject>>>
}

export type ActionInput = "name" | "fragment" | "queryFragment" | "url"

export interface Action {
  /** The key in the file, such as `sceneByURL`. */
  readonly key: string
  readonly kind: ObjectKind
  readonly input: ActionInput
  readonly engine: "script" | "xpath" | "json" | "stash"
  readonly scraper: MappedScraper | undefined
  readonly script: ReadonlyArray<string>
  /** Parts of addresses. The action supports addresses that contain one of them. */
  readonly urls: ReadonlyArray<string>
  readonly queryUrl: string
  readonly queryUrlReplace: Readonly<Record<string, ReadonlyArray<Replacement>>>
  /** Reasons why the action cannot run, as sentences; empty if it can. */
  readonly problems: ReadonlyArray<string>
}

export interface Cookie {
  readonly name: string
  readonly value: string
  /** The length of a random value, or 0 for `value`. */
  readonly randomLength: number
  readonly domain: string
  readonly path: string
}

export interface Driver {
  readonly headers: ReadonlyArray<{ readonly name: string; readonly value: string }>
  readonly cookies: ReadonlyArray<{ readonly url: string; readonly cookies: ReadonlyArray<Cookie> }>
  readonly needsBrowser: boolean
}

export interface Definition {
  readonly id: string
  readonly name: string
  /** Ids of packages required in a comment of the file. */
  readonly requires: ReadonlyArray<string>
  readonly actions: ReadonlyArray<Action>
  readonly driver: Driver
  readonly problems: ReadonlyArray<Problem>
}
