import type { Component } from "vue"

/** A choice in the list below a text field. */
export interface Choice {
  readonly id: string
  readonly label: string
  /** Small text at the end of the row: a shortcut, a kind or a number. */
  readonly hint?: string | undefined
  /** Small text under the label. */
  readonly detail?: string | undefined
  readonly icon?: Component | undefined
  /** True if the choice has a check mark. Used in lists that allow several choices. */
  readonly isChosen?: boolean | undefined
}

/** Returns the choices whose label contains the typed text. Choices whose label begins with the text come first. */
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
