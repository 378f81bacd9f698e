/** Tokens that releases append to a name: resolution, source, codec. One of them is enough to recognize a release. */
export const SURE = [
  String.raw`\d{3,4}[pi](?:\d{2,3})?|\d{3,4}x\d{3,4}`,
  String.raw`blu[-. ]?ray|(?:bd|br|dvd|hd|web|tv)[-. ]?rip|web[-. ]?dl|dvd[-. ]?scr|remux|hdtv|pdtv|dsr|hdcam|hdts`,
  String.raw`[xh][-. ]?26[45]|hevc|avc|xvid|divx|vc-?1`
].join("|")
/**
 * Tokens that may belong to a title ("Extended Family", "Costa Rica 4K"). They count only together with a sure token.
 */
const likely = [
  String.raw`4k|8k|u(?:ltra)?hd|hd|hdr(?:10)?\+?|sdr|dv|dolby[-. ]?vision|(?:8|10|12)[-. ]?bit|3d|h?sbs|h?tab|imax`,
  String.raw`web|dvd(?:5|9|r)?|cam|bd|stv|amzn|nf|dsnp|hmax|atvp|multi|dual|[dm]l|dubbed|subbed|vost\w*|true-?french|vf[fqi]?|ita|eng|jpn?|uncensored`,
  String.raw`german|french|italian|spanish|castellano|latino|japanese|korean|chinese|mandarin|cantonese|english|nordic|swedish|danish|norwegian|finnish|dutch|flemish|polish|czech|hungarian|romanian|turkish|russian|hindi`,
  String.raw`extended|unrated|uncut|remastered|restored|proper|repack|rerip|limited|internal|theatrical|directors[-. ]?cut`,
  String.raw`(?:aac|ac-?3|e-?ac-?3|ddp?|dd\+|dts(?:-?(?:hd|x|es))?|truehd|flac|opus|mp3|atmos|ma)(?:[-. ]?[257]\.[01])?|[257]\.[01]`
].join("|")
/** Tokens that never belong to a title whose words are separated by dots. */
export const inDots = /^(?:4k|u(?:ltra)?hd|hdr(?:10)?\+?)$/i

const wordEnd = String.raw`(?=[\s._\-()[\]{}]|$)`
const tokenPattern = new RegExp(
  String.raw`(${SURE})${wordEnd}|(${likely})${wordEnd}|([^\s._\-()[\]{}]+)`,
  "giy"
)
const separators = /[\s._\-()[\]{}]*/y

export interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly kind: "sure" | "likely" | "word"
}

export const tokensOf = (text: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let at = 0
  for (;;) {
    separators.lastIndex = at
    separators.exec(text)
    tokenPattern.lastIndex = separators.lastIndex
    const match = tokenPattern.exec(text)
    if (match === null) return tokens
    at = tokenPattern.lastIndex
    const kind = match[1] !== undefined ? "sure" : match[2] !== undefined ? "likely" : "word"
    tokens.push({ text: match[0], start: match.index, end: at, kind })
  }
}

/**
 * First year that does not count as a release year. Numbers such as 2049 and 2077 belong to titles, because these years
 * are in the future.
 */
export const LAST_YEAR = 2040
export const isYear = (token: Token | undefined): boolean =>
  token !== undefined && /^(?:18[89]\d|19\d\d|20\d\d)$/.test(token.text) && Number(token.text) < LAST_YEAR
export const isDayOrMonth = (token: Token | undefined): boolean => /^\d{1,2}$/.test(token?.text ?? "")
