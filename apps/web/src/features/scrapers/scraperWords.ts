import { ago } from "@/lib/format"
import { useMessages } from "@/lib/messages"
import { messages } from "./messages"
import type { Scraper } from "./queries"

/** Returns functions that format messages about a scraper, for its row and its page. */
export const useScraperWords = () => {
  const t = useMessages(messages)
  return {
    health: ({ health: { failed, lastRunAt, ok } }: Scraper): string =>
      lastRunAt === null
        ? t("neverRun")
        : `${t("health", { ok, total: ok + failed })} · ${t("lastRun", { when: ago(lastRunAt) })}`,
    /** Returns the features that an administrator must enable before all actions work. */
    needs: ({ actions, areScriptsAllowed }: Scraper): ReadonlyArray<string> => {
      const all = new Set(actions.flatMap(({ needs }) => needs))
      return [
        ...(all.has("scripts") && !areScriptsAllowed ? [t("needsScripts")] : []),
        ...(all.has("browser") ? [t("needsBrowser")] : [])
      ]
    },
    able: ({ actions }: Scraper): number => actions.filter(({ problems }) => problems.length === 0).length
  }
}
