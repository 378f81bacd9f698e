import { defineSlice } from "../../defineSlice.ts"
import { ScraperPackagesGroup, ScrapersGroup } from "./contract.ts"
import { ScraperPackagesLive, ScrapersLive } from "./http.ts"
import { scraperSource } from "./identify.ts"
import { uploadPackageRoute } from "./raw.ts"

export const scrapersSlice = defineSlice({
  name: "scrapers",
  about: "scraper files of the community: installed as packages, run, and tried out in a lab",
  stores: "the files and recorded pages in the data folder, and counters of runs as rows",
  groups: [
    [ScrapersGroup, ScrapersLive],
    [ScraperPackagesGroup, ScraperPackagesLive]
  ],
  raw: [uploadPackageRoute],
  identifySources: [scraperSource],
  concepts: {
    ScrapersFolder: "where scraper files are, and what this process has read of them",
    scraperFiles: "finds scraper files below the folder, also in those of packages",
    installed: "what the files contain, read in a guarded program",
    asking: "the address, name or item that a request asks for",
    choose: "the action of a scraper that answers",
    targets: "an item or entity in the words of the format",
    run: "runs an action with limits",
    scripts: "scrapers whose scripts an administrator allowed",
    scriptFingerprint:
      "a hash of the files that a script can run, so that changed files must be allowed again",
    health: "counts how runs ended",
    identify: "scrapers as sources of identification",
    lab: "runs with a report of each step",
    fixtures: "recorded pages with the values that they gave, run again",
    fixtureFiles: "their files",
    differences: "values in which two answers differ",
    packages: "packages of an index: listed, installed, updated, removed",
    shapes: "the shapes of scrapers, results and traces",
    packageShapes: "the shapes of packages"
  }
})
