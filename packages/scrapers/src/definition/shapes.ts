import * as Schema from "effect/Schema"

// The schemas of the YAML format. Scalars are text. Unknown keys are accepted here and reported elsewhere.

const Text = Schema.String.annotations({
  message: () => ({ message: "text is expected here", override: true })
})
const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** The schema of a list. A key without a value counts as an empty list. */
const list = <A, I>(item: Schema.Schema<A, I>) =>
  optional(Schema.Union(Schema.Array(item), Schema.Literal("")))

export const ReplacementShape = Schema.Struct({ regex: optional(Text), with: optional(Text) })

export interface AttributeFile {
  readonly selector?: string
  readonly fixed?: string
  readonly concat?: string
  readonly split?: string
  readonly replace?: ReadonlyArray<typeof ReplacementShape.Type> | ""
  readonly subScraper?: string | AttributeFile
  readonly parseDate?: string
  readonly postProcess?: ReadonlyArray<StepFile> | ""
}

export interface StepFile {
  readonly replace?: ReadonlyArray<typeof ReplacementShape.Type> | ""
  readonly map?: Readonly<Record<string, string>> | ""
  readonly parseDate?: string
  readonly subtractDays?: string
  readonly feetToCm?: string
  readonly lbToKg?: string
  readonly subScraper?: string | AttributeFile
  readonly javascript?: string
}

const Nested: Schema.Schema<string | AttributeFile> = Schema.suspend(() => AttributeShape)

const StepShape: Schema.Schema<StepFile> = Schema.Struct({
  replace: list(ReplacementShape),
  map: optional(Schema.Union(Schema.Record({ key: Schema.String, value: Text }), Schema.Literal(""))),
  parseDate: optional(Text),
  subtractDays: optional(Text),
  feetToCm: optional(Text),
  lbToKg: optional(Text),
  subScraper: optional(Nested),
  javascript: optional(Text)
})

export const AttributeShape: Schema.Schema<string | AttributeFile> = Schema.Union(
  Text,
  Schema.Struct({
    selector: optional(Text),
    fixed: optional(Text),
    concat: optional(Text),
    split: optional(Text),
    replace: list(ReplacementShape),
    subScraper: optional(Nested),
    parseDate: optional(Text),
    postProcess: list(StepShape)
  })
)

const ActionShape = Schema.Struct({
  action: optional(Text),
  scraper: optional(Text),
  script: list(Text),
  url: list(Text),
  queryURL: optional(Text),
  queryURLReplace: optional(
    Schema.Union(
      Schema.Record({ key: Schema.String, value: Schema.Array(ReplacementShape) }),
      Schema.Literal("")
    )
  )
})
export type ActionFile = typeof ActionShape.Type
export { ActionShape }

export const DriverShape = Schema.Struct({
  useCDP: optional(Text),
  sleep: optional(Text),
  headers: list(Schema.Struct({ Key: optional(Text), Value: optional(Text) })),
  cookies: list(
    Schema.Struct({
      CookieURL: optional(Text),
      Cookies: list(
        Schema.Struct({
          Name: optional(Text),
          Value: optional(Text),
          ValueRandom: optional(Text),
          Domain: optional(Text),
          Path: optional(Text)
        })
      )
    })
  ),
  clicks: list(Schema.Struct({ xpath: optional(Text), sleep: optional(Text) }))
})
