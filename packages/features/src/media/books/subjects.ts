import { namedUuid } from "@media/kernel/NamedUuid"

/** The id of a series or an author, which are known only by their names. */
export const subjectId = (what: "series" | "author", name: string): string => namedUuid(what, name)
