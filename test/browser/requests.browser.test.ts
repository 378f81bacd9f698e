import { addMember, member } from "@media/testkit/seed/Accounts"
import { putVideo, titles } from "@media/testkit/seed/SampleVideos"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"

const { device, product } = useProduct("requests", async (fresh) => {
  await putVideo(fresh.media, "plain", `${titles.plain}.mp4`)
  const library = await addMovies(fresh)
  await fresh.isScanned()
  await addMember(fresh, [library])
})

it("requests an item and shows the administrator's answer live", async () => {
  const asking = (await device(member)).page
  const answering = (await device()).page
  await asking.goto("/")
  await asking.getByRole("button", { name: "Search everything" }).first().click()
  await asking.getByRole("combobox").fill("Zanzibar")
  await asking.getByRole("button", { name: "Request it" }).click()
  const request = asking.getByRole("dialog", { name: "New request" })
  expect(await request.getByLabel("What is missing?").inputValue()).toBe("Zanzibar")
  expect(await violations(asking)).toEqual([])
  await request.getByRole("button", { name: "Send" }).click()
  await asking.getByText("Waiting for an answer").waitFor()

  await answering.goto("/admin")
  await answering.getByRole("link", { name: /Requests 1 open request/ }).click()
  await answering.getByRole("button", { name: "Answer “Zanzibar”" }).click()
  const answer = answering.getByRole("dialog")
  await answer.getByRole("combobox").fill(titles.plain)
  await answer.getByRole("option", { name: titles.plain }).click()
  await answer.getByLabel("Message").fill("Here it is.")
  expect(await violations(answering)).toEqual([])
  await answer.getByRole("button", { name: "Send" }).click()
  await answering.getByText("No open requests").waitFor()

  await asking.getByText("Here it is.").waitFor()
  const notice = asking.getByRole("status").filter({ hasText: "“Zanzibar” was added" })
  await notice.getByRole("button", { name: "Open" }).click()
  await asking.getByRole("heading", { name: titles.plain }).first().waitFor()
  expect(asking.url()).toContain(await product().videoId(titles.plain))
})
