import type { MessageContext } from "@intlify/core-base"
import { disguise, formatLocale } from "./locale"

/**
 * Matches a parameter in a message. The app uses only a part of vue-i18n's message format: `{name}`, and `one | many`,
 * selected by `count`. The compiler of vue-i18n would add 5 KB to the first load.
 */
const PLACEHOLDER = /\{(\w+)\}/

type Message = (context: MessageContext<string>) => string
const compiled = new Map<string, Message>()

export const compileMessage = (message: string): Message => {
  const known = compiled.get(message)
  if (known) return known
  const forms = message.split(" | ").map((form) => form.split(PLACEHOLDER))
  const made: Message = (context) => {
    const parts = (forms.length > 1
      ? context.plural(forms as never)
      : forms[0]) as unknown as ReadonlyArray<string>
    return parts
      .map((part, at) => (at % 2 === 1 ? shown(context.named(part)) : (disguise.value?.(part) ?? part)))
      .join("")
  }
  compiled.set(message, made)
  return made
}

/** Formats a parameter. Numbers get the user's digit grouping, so callers must pass numbers such as years as text. */
const shown = (value: unknown): string =>
  typeof value === "number" ? value.toLocaleString(formatLocale.value) : String(value)
