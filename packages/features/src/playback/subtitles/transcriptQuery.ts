import * as SqlClient from "@effect/sql/SqlClient"
import { Invalid } from "@media/kernel/Errors"
import { WORDS } from "@media/query/Field"
import { hasErrors, parseQuery } from "@media/query/text/parse"
import { conditionsIn, group } from "@media/query/Tree"
import { printNode } from "@media/query/text/print"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { readPlainList } from "../../catalog/filters/plainList.ts"
import { transcriptFields as fields } from "./transcriptFields.ts"

/** Parses the words and conditions of a transcript search. */
export const readTranscriptQuery = (principal: Principal, q: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const parsed = parseQuery(q, fields, { mode: "list" })
    const { limit, where } = parsed.query
    // Pass a query that cannot be parsed to `readPlainList`, which rejects it as in all other lists.
    const isRefused = hasErrors(parsed) || limit !== undefined
    const parts = where.type === "group" && where.operator === "and" ? where.children : [where]
    const isWords = (node: (typeof parts)[number]) => node.type === "condition" && node.field === WORDS
    const rest = group(
      "and",
      parts.filter((node) => !isWords(node))
    )
    if (!isRefused && conditionsIn(rest).some(({ condition }) => condition.field === WORDS))
      return yield* new Invalid({ reason: "Words in a transcript cannot be negated or combined with OR." })
    const plain = isRefused ? q : printNode(rest, fields)
    const words = () => sql.literal("true")
    const phrase = parts.flatMap((node) =>
      isWords(node) && node.type === "condition" ? [String(node.value)] : []
    )
    return { ...(yield* readPlainList(principal, plain, { fields, words })), phrase: phrase.join(" ") }
  })
