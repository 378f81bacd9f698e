import { expect, it } from "vitest"
import { withoutSecrets } from "./Database.ts"

it.each([
  [
    "postgres://me:secret@db.example:5433/media?sslmode=require&password=x",
    "postgres://me@db.example:5433/media"
  ],
  ["postgres://localhost/media", "postgres://localhost/media"],
  ["postgres://:secret@localhost/media", "postgres://localhost/media"],
  ["secret words", "in DATABASE_URL"]
])("prints the connection string %s as %s", (url, shown) => {
  expect(withoutSecrets(url)).toBe(shown)
})
