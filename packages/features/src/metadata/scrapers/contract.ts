import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Ok, OkNull } from "@media/wire/Envelope"
import { SafeText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound, FailUpstream } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { InstallPackages, PackageChanges, ScraperPackages } from "./packageShapes.ts"
import {
  FixtureResult,
  FixtureRun,
  NewFixture,
  ScrapeAnswer,
  Scraper,
  ScraperDetail,
  ScraperFixture,
  ScrapeRequest,
  ScraperTest,
  ScriptPermission,
  TestRequest
} from "./shapes.ts"

const one: `/${string}` = "/api/scrapers/:id"
const Scrapers = Schema.Array(Scraper)

/** Routes for listing, running and testing installed scrapers. */
export class ScrapersGroup extends HttpApiGroup.make("scrapers")
  .add(HttpApiEndpoint.get("list", "/api/scrapers").addSuccess(Ok("ScrapersResponse", Scrapers)))
  .add(
    /** Reads every scraper file again. */
    HttpApiEndpoint.post("reload", "/api/scrapers/reload").addSuccess(Ok("ReloadScrapersResponse", Scrapers))
  )
  .add(
    HttpApiEndpoint.get("get", one)
      .setPath(idPath)
      .addSuccess(Ok("ScraperResponse", ScraperDetail))
      .addError(FailNotFound)
  )
  .add(
    /**
     * Allows or forbids the scripts of a scraper. Scripts run in the sandbox, and must also be allowed in the settings.
     */
    HttpApiEndpoint.put("allowScripts", `${one}/scripts`)
      .setPath(idPath)
      .setPayload(ScriptPermission)
      .addSuccess(Ok("AllowScriptsResponse", ScraperDetail))
      .addError(FailInvalid)
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.post("scrape", `${one}/scrape`)
      .setPath(idPath)
      .setPayload(ScrapeRequest)
      .addSuccess(Ok("ScrapeResponse", ScrapeAnswer))
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailUpstream)
  )
  .add(
    /** Runs the scraper or an edited copy and reports each step. Stores nothing. */
    HttpApiEndpoint.post("test", `${one}/test`)
      .setPath(idPath)
      .setPayload(TestRequest)
      .addSuccess(Ok("TestScraperResponse", ScraperTest))
      .addError(FailInvalid)
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.get("fixtures", `${one}/fixtures`)
      .setPath(idPath)
      .addSuccess(Ok("ScraperFixturesResponse", Schema.Array(ScraperFixture)))
      .addError(FailNotFound)
  )
  .add(
    /** Runs the scraper, and saves the fetched pages and the values as a fixture that can be run again. */
    HttpApiEndpoint.post("saveFixture", `${one}/fixtures`)
      .setPath(idPath)
      .setPayload(NewFixture)
      .addSuccess(Ok("SaveFixtureResponse", ScraperFixture, 201))
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailConflict)
      .addError(FailUpstream)
  )
  .add(
    HttpApiEndpoint.post("runFixtures", `${one}/fixtures/run`)
      .setPath(idPath)
      .setPayload(FixtureRun)
      .addSuccess(Ok("RunFixturesResponse", Schema.Array(FixtureResult)))
      .addError(FailInvalid)
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.del("removeFixture", `${one}/fixtures/:fixtureId`)
      .setPath(Schema.Struct({ id: Schema.String, fixtureId: Schema.String }))
      .addSuccess(OkNull)
      .addError(FailNotFound)
  )
  .middleware(RequireAdmin) {}

export class ScraperPackagesGroup extends HttpApiGroup.make("scraperPackages")
  .add(
    HttpApiEndpoint.get("list", "/api/scraper-packages")
      .setUrlParams(Schema.Struct({ index: Schema.optional(SafeText(2_000)) }))
      .addSuccess(Ok("ScraperPackagesResponse", ScraperPackages))
      .addError(FailInvalid)
      .addError(FailUpstream)
  )
  .add(
    HttpApiEndpoint.post("install", "/api/scraper-packages")
      .setPayload(InstallPackages)
      .addSuccess(Ok("InstallPackagesResponse", PackageChanges))
      .addError(FailInvalid)
      .addError(FailConflict)
      .addError(FailUpstream)
  )
  .add(
    /** Updates all packages that have a newer version in their index. */
    HttpApiEndpoint.post("update", "/api/scraper-packages/update").addSuccess(
      Ok("UpdatePackagesResponse", PackageChanges)
    )
  )
  .add(
    HttpApiEndpoint.del("remove", "/api/scraper-packages/:id")
      .setPath(idPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .middleware(RequireAdmin) {}
