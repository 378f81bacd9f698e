// Code that every plugin needs: its input, the log of its run, and the API. Copy this file into your plugin.

const say = (mark, text) => process.stderr.write(`\u0001${mark}\u0002${String(text).replaceAll("\n", " ")}\n`)

export const log = {
  debug: (text) => say("d", text),
  info: (text) => say("i", text),
  warn: (text) => say("w", text),
  error: (text) => say("e", text)
}

/** Shows progress, from 0 to 1. */
export const progress = (share) => say("p", share)

/** The input of the run: `args`, `settings`, and `api` if the manifest asks for rights. */
export const readInput = async () => {
  let text = ""
  for await (const chunk of process.stdin) text += chunk
  return JSON.parse(text)
}

/** Ends the run with a result. */
export const answer = (output) => process.stdout.write(JSON.stringify({ output }))

/** Ends the run as failed. */
export const fail = (error) => process.stdout.write(JSON.stringify({ error }))

/** The API of the run. */
export const library = ({ token, url }) => {
  const request = async (path, options = {}) => {
    const response = await fetch(`${url}${path}`, {
      ...options,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" }
    })
    const body = await response.json()
    if (!response.ok) throw new Error(body.error.message)
    return body.data
  }
  return {
    item: (id) => request(`/items/${id}`),
    /** Every item of a kind that matches a query, as in the search box of a list. */
    async *items(kind, q = "") {
      let after
      do {
        const params = new URLSearchParams({ kind, ...(q && { q }), ...(after && { after }) })
        const page = await request(`/items?${params}`)
        yield* page.items
        after = page.next
      } while (after)
    },
    edit: (ids, changes) => request("/items", { method: "PATCH", body: JSON.stringify({ ids, changes }) })
  }
}
