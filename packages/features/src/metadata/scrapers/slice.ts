import { defineSlice } from "../../defineSlice.ts"
import { ScraperPackagesGroup, ScrapersGroup } from "./contract.ts"
import { ScraperPackagesLive, ScrapersLive } from "./http.ts"
import { scraperSource } from "./identify.ts"
import { uploadPackageRoute } from "./raw.ts"

export const scrapersSlice = defineSlice({
  name: "scrapers",
  about: "community scrapers: installs packages of scraper files, runs them and tests them",
  stores: "scraper files and recorded pages in the data folder; run counters as rows",
  groups: [
    [ScrapersGroup, ScrapersLive],
    [ScraperPackagesGroup, ScraperPackagesLive]
  ],
  raw: [uploadPackageRoute],
  identifySources: [scraperSource],
  concepts: {
    ScrapersFolder: "the folder of scraper files, and the files that this process has read",
    scraperFiles: "finds scraper files in the folder and in installed packages",
    installed: "parses scraper files in a child process with limits",
    asking: "parses the URL, name or item in a request",
    choose: "chooses the action of a scraper for a request",
    targets: "describes an item or entity in the scraper format",
    run: "runs an action of a scraper, with limits",
    scripts: "the scrapers whose scripts an administrator allowed",
    scriptFingerprint: "hashes the files that a script can run, so that changed files must be allowed again",
    health: "counts the outcomes of runs",
    identify: "offers scrapers as sources of identification",
    lab: "tests a scraper, with a report of each step",
    fixtures: "saves recorded pages with the values found in them, and checks them again",
    fixtureFiles: "the files of fixtures",
    differences: "compares the values in two results",
    packages: "lists, installs, updates and removes packages of an index",
    shapes: "the schemas of scrapers, results and traces",
    packageShapes: "the schemas of packages"
  }
})
