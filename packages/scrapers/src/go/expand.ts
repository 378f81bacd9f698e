/** The groups of a match, by number and by name. Undefined for a group that did not take part in the match. */
export interface MatchGroups {
  readonly byNumber: (number: number) => string | undefined
  readonly byName: (name: string) => string | undefined
}

/** Matches `$$`, `${name}`, and `$name`. A name is as long as possible: `$1x` refers to the group "1x". */
const REFERENCE = /\$(?:(\$)|\{([\p{L}\p{Nd}_]+)\}|([\p{L}\p{Nd}_]+))/gu

/** Expands the references in a replacement like Go. Unknown groups are empty, and a lone `$` is literal. */
export const expand = (template: string, { byName, byNumber }: MatchGroups): string =>
  template.includes("$")
    ? template.replace(REFERENCE, (_all, dollar?: string, braced?: string, plain?: string) => {
        if (dollar !== undefined) return "$"
        const name = (braced ?? plain)!
        // Go treats a name of digits as a number unless it begins with a zero.
        if (/^(?:0|[1-9]\d{0,7})$/.test(name)) return byNumber(Number(name)) ?? ""
        return byName(name) ?? ""
      })
    : template
