import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond, respondTo } from "@media/wire/Respond"
import { allowScripts, reloadScrapers, scrape } from "./commands.ts"
import { ScraperPackagesGroup, ScrapersGroup } from "./contract.ts"
import { listFixtures, removeFixture, runFixtures, saveFixture } from "./fixtures.ts"
import { testScraper } from "./lab.ts"
import { installPackages, listPackages, uninstallPackage, updatePackages } from "./packages.ts"
import { getScraper, listScrapers } from "./queries.ts"

export const ScrapersLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(ScrapersGroup),
  "scrapers",
  (handlers) =>
    handlers
      .handle("list", () => respond(listScrapers()))
      .handle("reload", () => respond(reloadScrapers()))
      .handle("get", ({ path: { id } }) => respond(getScraper(id)))
      .handle("allowScripts", ({ path: { id }, payload: { isAllowed } }) =>
        respond(allowScripts(id, isAllowed))
      )
      .handle("scrape", ({ path: { id }, payload }) =>
        respondTo((principal) => scrape(principal, id, payload))
      )
      .handle("test", ({ path: { id }, payload }) =>
        respondTo((principal) => testScraper(principal, id, payload))
      )
      .handle("fixtures", ({ path: { id } }) => respond(listFixtures(id)))
      .handle("saveFixture", ({ path: { id }, payload }) =>
        respondTo((principal) => saveFixture(principal, id, payload))
      )
      .handle("runFixtures", ({ path: { id }, payload }) => respond(runFixtures(id, payload)))
      .handle("removeFixture", ({ path: { fixtureId, id } }) => respond(removeFixture(id, fixtureId)))
)

export const ScraperPackagesLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(ScraperPackagesGroup),
  "scraperPackages",
  (handlers) =>
    handlers
      .handle("list", ({ urlParams: { index } }) => respond(listPackages(index)))
      .handle("install", ({ payload }) => respond(installPackages(payload)))
      .handle("update", () => respond(updatePackages()))
      .handle("remove", ({ path: { id } }) => respond(uninstallPackage(id)))
)
