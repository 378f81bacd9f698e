import { namedUuid } from "@media/kernel/NamedUuid"

/** Returns the id of a series or an author. The id depends only on the name. */
export const subjectId = (what: "series" | "author", name: string): string => namedUuid(what, name)
