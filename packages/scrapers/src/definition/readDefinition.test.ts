import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { actionForUrl } from "../address.ts"
import { readDefinition } from "./readDefinition.ts"

const read = (source: string) =>
  Either.getOrThrowWith(readDefinition("harbor", source), (error) => new Error(error))
const refused = (source: string) => Either.getLeft(readDefinition("harbor", source))
const messages = (source: string) => read(source).problems.map(({ message }) => message)

const whole = `name: Harbor
# requires: common_words, maps
sceneByURL:
  - action: scrapeXPath
    url: [harbor.example/boat/]
    scraper: boat
  - action: scrapeXPath
    url: [harbor.example]
    scraper: boat
sceneByName:
  action: scrapeXPath
  queryURL: https://harbor.example/find?q={}
  scraper: boat
sceneByQueryFragment: {action: scrapeXPath, queryURL: "{url}", scraper: boat}
performerByName:
  action: script
  script: [python, people.py]
xPathScrapers:
  boat:
    common:
      $a: //a
      $about: //section
    scene:
      Title: &title {selector: $about/h1, postProcess: [{replace: [{regex: No, with: }]}]}
      Code: {<<: *title, selector: //code}
      Date: {selector: //time, parseDate: 2006-01-02, replace: [{regex: ^on, with: ""}]}
      Studio: {Name: {fixed: Harbor}}
driver:
  headers: [{Key: Accept, Value: text/html}]
  cookies: [{CookieURL: https://harbor.example, Cookies: [{Name: age, Value: 1_8}, {Name: id, ValueRandom: 12}]}]
`

describe("readDefinition", () => {
  it("reads every part of a scraper file", () => {
    const { actions, driver, name, problems, requires } = read(whole)
    expect({ name, requires, problems }).toEqual({
      name: "Harbor",
      requires: ["common_words", "maps"],
      problems: []
    })
    expect(actions.map(({ key }) => key)).toEqual([
      "performerByName",
      "sceneByName",
      "sceneByQueryFragment",
      "sceneByURL",
      "sceneByURL"
    ])
    const { common, objects } = actions[1]!.scraper!
    expect(common.map(([key]) => key)).toEqual(["$about", "$a"])
    const { Code, Date: date, Title } = objects.scene!.fields
    expect(Title!.steps).toEqual([{ step: "replace", replacements: [{ regex: "No", with: "" }] }])
    expect(Code).toEqual({ ...Title, selector: "//code" })
    expect(date!.steps.map(({ step }) => step)).toEqual(["replace", "parseDate"])
    expect(objects.scene!.relations["Studio"]!.fields["Name"]!.fixed).toBe("Harbor")
    expect(driver.headers).toEqual([{ name: "Accept", value: "text/html" }])
    expect(driver.cookies[0]!.cookies).toMatchObject([
      { name: "age", value: "1_8", randomLength: 0 },
      { name: "id", randomLength: 12 }
    ])
  })

  it("supports URLs that contain one of the file's URL patterns", () => {
    const { actions } = read(whole)
    expect(actionForUrl(actions, "https://harbor.example/boat/1")?.urls).toEqual(["harbor.example/boat/"])
    expect(actionForUrl(actions, "https://harbor.example/x")?.urls).toEqual(["harbor.example"])
    expect(actionForUrl(actions, "https://other.example/")).toBeUndefined()
  })

  it("keeps supported actions and explains why other actions are not supported", () => {
    const { actions } = read(`name: x
sceneByURL:
  - {action: scrapeXPath, url: [a], scraper: gone}
  - {action: scrapeXPath, url: [b], scraper: fine}
  - {action: stash, url: [c]}
  - {action: scrapeXPath, url: [d], scraper: broken}
  - {action: scrapeXPath, url: [e], scraper: people}
xPathScrapers:
  fine: {scene: {Title: //h1}}
  people: {performer: {Name: //h1}}
  broken: {scene: {Title: {selector: //h1, parseDate: unix, postProcess: [{map: {a: b}}]}}}`)
    expect(actions.map(({ problems }) => problems)).toEqual([
      [`sceneByURL uses "gone", which is not in xPathScrapers.`],
      [],
      ["Another Stash server is not supported as a source."],
      [expect.stringContaining("Line 11: postProcess contains the steps")],
      [`sceneByURL uses "people", which does not describe a scene.`]
    ])
  })

  it.each([
    ["flavor: 1", 'Line 2: The key "flavor" is unknown and was ignored.'],
    ["sceneByURL: {action: stash}", "Line 2: sceneByURL must be a list of actions."],
    ["sceneByName: [{action: stash}]", "Line 2: sceneByName must be a single action."],
    ["sceneByURL: [{action: dance, url: [a]}]", 'Line 2: sceneByURL has the unknown action "dance".'],
    [
      "sceneByURL: [{action: script, url: a, script: [b]}]",
      'Line 2: The value of "url" has the wrong format.'
    ],
    [
      "sceneByName: {action: script, script: [a]}",
      "Line 2: sceneByName needs sceneByQueryFragment, which reads the chosen result."
    ],
    ["driver: {useCDP: true}", "Line 2: The scraper needs a browser, but none is configured."],
    [
      "performerByFragment: {action: scrapeJson, queryURL: a, scraper: b}",
      "Line 2: performerByFragment can only run scripts. It cannot use XPath or JSON."
    ],
    [
      "xPathScrapers: {a: {scene: {Title: {selector: b, postProcess: [{map: {a: b}, parseDate: unix}]}}}}",
      "Line 2: An entry of postProcess may have only one key. Write each step as a separate entry."
    ],
    [
      "xPathScrapers: {a: {scene: {Title: {selector: b, replace: [{regex: '(?=x)'}]}}}}",
      'Line 2: The regular expression "(?=x)" is not valid, so it has no effect.'
    ],
    [
      "xPathScrapers: {a: {scene: {Date: {selector: b, parseDate: 02 Jan}}}}",
      'Line 2: The date layout "02 Jan" has no year, so it has no effect.'
    ],
    ["xPathScrapers: {a: {scene: {Taste: b}}}", 'Line 2: The field "Taste" is unknown and was ignored.']
  ])("reports the problem in %s", (line, message) => expect(messages(`name: x\n${line}`)).toContain(message))

  it.each([
    ["", "The file is not a scraper."],
    ["- a", "The file is not a scraper."],
    ["sceneByURL: []", "The scraper has no name."],
    [
      "name: x\ngroupByURL: []\nmovieByURL: []",
      "The scraper has groupByURL and movieByURL, which mean the same. Keep one of them."
    ],
    ["name: [", expect.stringMatching(/^Line 1 is not valid YAML: .*\.$/)],
    ["name: x\na: *b", expect.stringContaining("b")],
    [`name: x\na: ${"[".repeat(60)}${"]".repeat(60)}`, "The file is nested more than 40 levels deep."],
    [`name: x\na: ${"[".repeat(100_000)}`, expect.stringMatching(/\.$/)],
    [`name: ${"x".repeat(1024 ** 2)}`, "The file is larger than 1 MiB."],
    [
      `name: x\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c]`,
      "The file uses more than 100 aliases."
    ],
    ["name: x\na: &a [*a]", expect.stringMatching(/\.$/)]
  ])("rejects invalid file number %#", (source, message) =>
    expect(refused(source)).toMatchObject({ value: message })
  )
})
