/** Kinds of objects that scrapers describe. Older scraper files call a `group` a `movie`. */
export type ObjectKind = "performer" | "scene" | "gallery" | "image" | "group"

/** A problem in a scraper file, with its line number. `message` is a message for users. */
export interface Problem {
  readonly message: string
  readonly line?: number
  /** True if the action cannot run. False for a warning. */
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

/** The selector and the post-processing steps of one value. `fixed` is a constant value that needs no page. */
export interface Attribute {
  readonly selector: string
  readonly fixed: string
  readonly concat: string
  readonly split: string
  readonly steps: ReadonlyArray<Step>
}

/** The fields of an object, keyed by their names in the file, and its related objects. */
export interface MappedObject {
  readonly fields: Readonly<Record<string, Attribute>>
  readonly relations: Readonly<Record<string, MappedObject>>
}

export interface MappedScraper {
  /** Placeholders in selectors and their replacements, longest placeholder first. */
  readonly common: ReadonlyArray<readonly [key: string, text: string]>
  readonly objects: Readonly<Partial<Record<ObjectKind, MappedObject>>>
}

export type ActionInput = "name" | "fragment" | "queryFragment" | "url"

export interface Action {
  /** The key of the action in the file, such as `sceneByURL`. */
  readonly key: string
  readonly kind: ObjectKind
  readonly input: ActionInput
  readonly engine: "script" | "xpath" | "json" | "stash"
  readonly scraper: MappedScraper | undefined
  readonly script: ReadonlyArray<string>
  /** Parts of URLs. The action supports every URL that contains one of these parts. */
  readonly urls: ReadonlyArray<string>
  readonly queryUrl: string
  readonly queryUrlReplace: Readonly<Record<string, ReadonlyArray<Replacement>>>
  /** Messages with the reasons why the action cannot run. Empty if the action can run. */
  readonly problems: ReadonlyArray<string>
}

export interface Cookie {
  readonly name: string
  readonly value: string
  /** Length of a random value, or 0 to use `value`. */
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
  /** Ids of the packages that the file requires in a comment. */
  readonly requires: ReadonlyArray<string>
  readonly actions: ReadonlyArray<Action>
  readonly driver: Driver
  readonly problems: ReadonlyArray<Problem>
}
