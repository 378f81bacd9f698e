import type { Node } from "../Tree.ts"

/** A range of the text, from `from` up to, but not including, `to`. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

export interface ScalarText extends TextSpan {
  readonly text: string
  readonly isQuoted: boolean
}

/** A value as written in the text, before it is interpreted according to the type of its field. */
export type ValueText =
  | ({ readonly shape: "scalar" } & ScalarText)
  | ({ readonly shape: "list"; readonly values: ReadonlyArray<ScalarText> } & TextSpan)
  | ({
      readonly shape: "function"
      readonly name: string
      readonly values: ReadonlyArray<ScalarText>
    } & TextSpan)
  | ({ readonly shape: "star" } & TextSpan)
  | ({
      readonly shape: "nested"
      readonly quantifier: "any" | "all" | "none"
      readonly where: Node
    } & TextSpan)

/** A range of the text for which completions are offered. */
export interface Slot extends TextSpan {
  readonly kind: "word" | "value" | "flag" | "sort" | "nested"
  /** The name before a value or a flag, as written in the text. */
  readonly name?: string
  /** The names of the relation fields that contain the range, outermost first. */
  readonly path: ReadonlyArray<string>
}
