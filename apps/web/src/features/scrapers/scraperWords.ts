import { ago } from "@/lib/format"
import { useMessages } from "@/lib/messages"
import { messages } from "./messages"
import type { Scraper } from "./queries"

/**
 * Returns functions that describe a scraper in words. They are used in the list of scrapers and on the scraper's page.
 */
export const useScraperWords = () => {
  const t = useMessages(messages)
  return {
    health: ({ health: { failed, lastRunAt, ok } }: Scraper): string =>
      lastRunAt === null
        ? t("neverRun")
        : `${t("health", { ok, total: ok + failed })} · ${t("lastRun", { when: ago(lastRunAt) })}`,
    /**
     * Returns requirements that are not met yet, such as scripts that an administrator must allow. Some actions do not
     * work until then.
     */
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
