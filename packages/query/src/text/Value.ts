import type { Node } from "../Tree.ts"

/** The position of a part of the text. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

export interface ScalarText extends TextSpan {
  readonly text: string
  readonly isQuoted: boolean
}

/** A value as written, before its field interprets it. */
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

/** A position where completions are offered while typing. */
export interface Slot extends TextSpan {
  readonly kind: "word" | "value" | "flag" | "sort" | "nested"
  /** The name in front of a value or a flag, as written. */
  readonly name?: string
  /** The relations around it, by the names of their fields. */
  readonly path: ReadonlyArray<string>
}
