/** The known language codes: codes with two letters, which most subtitles use, and some codes with three letters. */
const twoLetters =
  "af am ar as az be bg bn bo br bs ca co cs cy da de el en eo es et eu fa fi fo fr fy ga gd gl gu ha he hi hr ht hu hy id ig is it ja jv ka kk km kn ko ku ky la lb ln lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn no oc or pa pl ps pt ro ru rw sa sd se si sk sl sm sn so sq sr st su sv sw ta te tg th ti tk tl tr tt ug uk ur uz vi wo xh yi yo zh zu".split(
    " "
  )
const threeLetters = new Set("fil yue cmn nan haw hmn ceb chr mul".split(" "))
const known = new Set([...twoLetters, ...threeLetters])

const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

const otherNames = [
  ["brazilian", "pt-BR"],
  ["brazilian portuguese", "pt-BR"],
  ["latin american spanish", "es-419"],
  ["castilian", "es-ES"],
  ["simplified chinese", "zh-Hans"],
  ["chinese simplified", "zh-Hans"],
  ["traditional chinese", "zh-Hant"],
  ["chinese traditional", "zh-Hant"],
  ["chs", "zh-Hans"],
  ["cht", "zh-Hant"],
  ["farsi", "fa"],
  ["pob", "pt-BR"],
  ["pb", "pt-BR"],
  ["scc", "sr"]
] as const

const namedLanguages = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const code of twoLetters) {
    for (const locale of ["en", code]) {
      const name = new Intl.DisplayNames([locale], { type: "language" }).of(code)
      if (name !== undefined && name !== code && !found.has(folded(name))) found.set(folded(name), code)
    }
  }
  for (const [name, code] of otherNames) found.set(name, code)
  return found
}

let names: ReadonlyMap<string, string> | undefined
/**
 * Returns the code of a language by its name in English or in the language itself, such as "german" or "deutsch". The
 * table of names is built on first use, because looking up the names of 120 languages takes a while.
 */
const codeOf = (name: string): string | undefined => (names ??= namedLanguages()).get(folded(name))

const tag = /^[a-z]{2,3}(?:[-_](?:[a-z]{4}|[a-z]{2}|\d{3})){0,2}$/i

/**
 * Normalizes a language to BCP 47, with two letters if possible. Accepts `eng`, `EN`, `en_us`, `English` and `ger`.
 * Undefined for other text. Words such as "the" and "sub" are not treated as languages.
 */
export const languageOf = (text: string): string | undefined => {
  const word = text.trim()
  const named = codeOf(word)
  if (named !== undefined) return named
  if (!tag.test(word)) return undefined
  try {
    const canonical = Intl.getCanonicalLocales(word.replace(/_/g, "-"))[0]
    return canonical !== undefined && known.has(canonical.split("-")[0]!) ? canonical : undefined
  } catch {
    return undefined
  }
}
