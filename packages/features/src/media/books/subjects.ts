import { namedUuid } from "@media/kernel/NamedUuid"

/** The id of a series or an author, which are known by their names alone. */
export const subjectId = (what: "series" | "author", name: string): string => namedUuid(what, name)
