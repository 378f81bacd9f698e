/** Words for a season, before or after its number, in the languages of common folder names. */
const seasonWords = [
  "season",
  "series",
  "seasong", // English, with a common misspelling
  "staffel", // German
  "saison", // French
  "temporada",
  "tempada",
  "denboraldia", // Spanish, Portuguese, Catalan; Galician; Basque
  "stagione", // Italian
  "seizoen", // Dutch
  "sæson",
  "säsong",
  "sesong", // Danish, Swedish, Norwegian
  "kausi",
  "tuotantokausi", // Finnish
  "þáttaröð",
  "sería", // Icelandic
  "sezon",
  "sezona",
  "sezóna",
  "sezonul",
  "sezonas",
  "sezonul", // Polish, Turkish, Czech, Croatian, Romanian, Latvian
  "séria",
  "série",
  "řada",
  "rada", // Slovak, Czech
  "évad",
  "evad", // Hungarian
  "hooaeg", // Estonian
  "сезон",
  "сезона",
  "сезонът", // Russian, Ukrainian, Bulgarian, Serbian, Macedonian
  "σεζόν",
  "σεζον",
  "κύκλος",
  "κυκλος", // Greek
  "עונה", // Hebrew
  "الموسم",
  "موسم", // Arabic
  "فصل", // Persian
  "सीज़न",
  "सीजन",
  "सीज़न", // Hindi
  "ซีซั่น",
  "ซีซัน",
  "ปี", // Thai
  "mùa",
  "phần", // Vietnamese
  "musim", // Indonesian, Malay
  "シーズン", // Japanese
  "시즌" // Korean
]

const episodeWords = [
  "episode",
  "episodes",
  "ep",
  "folge",
  "episodio",
  "episódio",
  "capitulo",
  "capítulo",
  "épisode",
  "puntata",
  "aflevering",
  "afsnit",
  "avsnitt",
  "jakso",
  "odcinek",
  "epizoda",
  "díl",
  "bölüm",
  "bolum",
  "epizód",
  "rész",
  "episodul",
  "серия",
  "эпизод",
  "серія",
  "епизод",
  "επεισόδιο",
  "פרק",
  "الحلقة",
  "حلقة",
  "قسمت",
  "एपिसोड",
  "ตอนที่",
  "tập",
  "エピソード",
  "에피소드"
]

const specialWords = [
  "specials",
  "special",
  "extras",
  "spezial",
  "specials & extras",
  "especiales",
  "especiais",
  "speciali",
  "spéciaux",
  "épisodes spéciaux",
  "specialer",
  "erikoisjaksot",
  "odcinki specjalne",
  "speciály",
  "спецвыпуски",
  "особые эпизоды",
  "özel bölümler",
  "スペシャル",
  "특별편",
  "特别篇",
  "特典",
  "ova",
  "ovas",
  "sp",
  "season 0"
]

/**
 * Joins words into a pattern. Longer words come first, so that a short word does not match the start of a longer word.
 */
const either = (words: ReadonlyArray<string>): string =>
  [...new Set(words.map((word) => word.normalize("NFC")))].toSorted((a, b) => b.length - a.length).join("|")

export const SEASON = either(seasonWords)
export const EPISODE = either(episodeWords)
export const specials: ReadonlySet<string> = new Set(specialWords)

const digits: Readonly<Record<string, number>> = {
  一: 1,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9
}

/** Parses a number in digits, or in Chinese numerals up to 99. */
export const numberOf = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text)
  const [tens = "", ones = ""] = text.includes("十") ? text.split("十") : ["", text]
  return text.includes("十") ? 10 * (digits[tens] ?? 1) + (digits[ones] ?? 0) : (digits[ones] ?? 0)
}

export const CHINESE_NUMBER = String.raw`\d{1,3}|[一二三四五六七八九十]{1,3}`
