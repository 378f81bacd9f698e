import { describe, expect, it } from "vitest"
import { createMemoryHistory, createRouter } from "vue-router"
import { sessionQuery } from "@/features/accounts/queries"
import { settingsQuery } from "@/features/settings/queries"
import type { QueryCache } from "@/lib/queryCache"
import { guard } from "./guard"

type Visitor = { readonly role: "administrator" | "member" } | null

const visit = async (
  path: string,
  who: { readonly needsSetup?: boolean; readonly isSetUp?: boolean; readonly me?: Visitor }
) => {
  const page = { render: () => null }
  const router = createRouter({
    history: createMemoryHistory(),
    routes: ["home", "setup", "login", "operations", "forbidden"].map((name) => ({
      path: name === "home" ? "/" : `/${name}`,
      name,
      component: page,
      meta: { title: () => "", ...(name === "operations" ? { admin: true as const } : {}) }
    }))
  })
  const answers = (query: unknown) =>
    Promise.resolve({
      status: "success",
      data:
        query === sessionQuery
          ? { needsSetup: who.needsSetup ?? false, user: who.me ?? null }
          : query === settingsQuery && { setup_completed: who.isSetUp ?? false }
    })
  guard(router, { ensure: (query: unknown) => query, refresh: answers } as unknown as QueryCache)
  await router.push(path)
  return router.currentRoute.value.fullPath
}
const administrator = { role: "administrator" } as const

describe("the navigation guard", () => {
  it.each([
    ["a visitor before the setup, from anywhere", "/operations", { needsSetup: true }, "/setup"],
    ["a visitor before the setup, to a later step", "/setup?step=scan", { needsSetup: true }, "/setup"],
    ["a stranger, who comes back after signing in", "/operations?q=x", {}, "/login?next=/operations?q%3Dx"],
    ["a stranger at the sign-in", "/login?next=/operations", {}, "/login?next=/operations"],
    [
      "an administrator who reloads a later step",
      "/setup?step=library",
      { me: administrator },
      "/setup?step=library"
    ],
    ["an administrator who comes back before the end", "/setup", { me: administrator }, "/setup"],
    ["an administrator after the setup", "/setup", { isSetUp: true, me: administrator }, "/"],
    [
      "an administrator after the setup, to a step",
      "/setup?step=library",
      { isSetUp: true, me: administrator },
      "/"
    ],
    ["a member at the setup", "/setup?step=library", { me: { role: "member" } }, "/"],
    ["a member at an administrator's page", "/operations", { me: { role: "member" } }, "/forbidden"]
  ] as const)("chooses the page for %s", async (_who, path, visitor, expected) => {
    expect(decodeURIComponent(await visit(path, visitor))).toBe(decodeURIComponent(expected))
  })
})
