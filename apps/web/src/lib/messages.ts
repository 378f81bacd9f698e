import { createCoreContext, registerMessageCompiler, translate as translateKey } from "@intlify/core-base"
import { compileMessage } from "./i18n/compileMessage"

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Counted<Text> = Text extends `${string} | ${string}` ? "count" : never
type Params<Text> = Names<Text> | Counted<Text>
type Arguments<Text> = [Params<Text>] extends [never]
  ? [params?: undefined]
  : [params: { readonly [Name in Params<Text>]: string | number }]

/** The messages of one feature, keyed by name. Created by `defineMessages`. */
export interface Messages<Texts extends Readonly<Record<string, string>>> {
  readonly scope: string
  readonly texts: Texts
}
export type Translate<Texts> = <Key extends keyof Texts & string>(
  key: Key,
  ...params: Arguments<Texts[Key]>
) => string

registerMessageCompiler(compileMessage as never)
const english: Record<string, string> = {}
const context = createCoreContext({ locale: "en", fallbackLocale: "en", messages: { en: english } })

/**
 * Defines the messages of a feature. `scope` is the name of the feature's folder. Messages are bundled with the pages
 * that use them. In a message, `{name}` is a parameter, and numbers get digit grouping. A message of the form `one |
 * many` contains the singular and the plural. The parameter `count` selects one of them.
 */
export const defineMessages = <const Texts extends Readonly<Record<string, string>>>(
  scope: string,
  texts: Texts
): Messages<Texts> => {
  for (const [key, text] of Object.entries(texts)) english[`${scope}.${key}`] = text
  return { scope, texts }
}

/**
 * Translates a message outside of components. A computed value or template that calls this function is updated when the
 * locale changes.
 */
export const translate = <Texts extends Readonly<Record<string, string>>, Key extends keyof Texts & string>(
  { scope }: Messages<Texts>,
  key: Key,
  ...[params]: Arguments<Texts[Key]>
): string => {
  return String(translateKey(context, `${scope}.${key}`, params ?? {}))
}

/** Returns the translation function for components: `const t = useMessages(messages)`, then `t("left", { count })`. */
export const useMessages =
  <Texts extends Readonly<Record<string, string>>>(messages: Messages<Texts>): Translate<Texts> =>
  (key, ...params) =>
    translate(messages, key, ...params)
