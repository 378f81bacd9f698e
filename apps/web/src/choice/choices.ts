import type { Component } from "vue"

/** One line of a list that opens under a text field. */
export interface Choice {
  readonly id: string
  readonly label: string
  /** In small letters at the end of the line: a shortcut, a kind, a number. */
  readonly hint?: string | undefined
  /** In small letters under the label. */
  readonly detail?: string | undefined
  readonly icon?: Component | undefined
  /** A tick in a list that takes several. */
  readonly isChosen?: boolean | undefined
}

/** The choices that contain the typed text. Choices that begin with it come first. */
export const narrowedTo = <T extends { readonly label: string }>(
  choices: ReadonlyArray<T>,
  typed: string,
  alsoOf: (choice: T) => ReadonlyArray<string> = () => []
): ReadonlyArray<T> => {
  const lower = typed.trim().toLowerCase()
  if (lower === "") return choices
  const rank = (choice: T): number => {
    const texts = [choice.label, ...alsoOf(choice)].map((text) => text.toLowerCase())
    return texts.some((text) => text.startsWith(lower))
      ? 0
      : texts.some((text) => text.includes(lower))
        ? 1
        : 2
  }
  return [0, 1].flatMap((wanted) => choices.filter((choice) => rank(choice) === wanted))
}
