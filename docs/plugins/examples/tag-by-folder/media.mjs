// Code that every plugin needs to read its input, write log messages, and call the API. Copy this file into your
// plugin.

const say = (mark, text) => process.stderr.write(`\u0001${mark}\u0002${String(text).replaceAll("\n", " ")}\n`)

export const log = {
  debug: (text) => say("d", text),
  info: (text) => say("i", text),
  warn: (text) => say("w", text),
  error: (text) => say("e", text)
}

/** Reports the progress of the run to the server, as a number from 0 to 1. */
export const progress = (share) => say("p", share)

/** Reads the input of the run: `args`, `settings`, and, if the manifest requests permissions, `api`. */
export const readInput = async () => {
  let text = ""
  for await (const chunk of process.stdin) text += chunk
  return JSON.parse(text)
}

/** Reports the result of a successful run. */
export const answer = (output) => process.stdout.write(JSON.stringify({ output }))

/** Reports that the run failed, with an error message. */
export const fail = (error) => process.stdout.write(JSON.stringify({ error }))

/** Returns a client for the server's API, authorized with the token of this run. */
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
    /** Yields every item of a kind that matches a query. The query has the syntax of the search box above a list. */
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
