import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("scrapers.titles", { scraper: "Scraper", scrapers: "Scrapers" })
