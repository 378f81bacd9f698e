import { defineSlice } from "../../defineSlice.ts"

export const secretsSlice = defineSlice({
  name: "secrets",
  about: "passwords and keys of other services, encrypted",
  stores: "sealed values and the salt of their key, as rows: never as events",
  open: ["sealedValues"],
  concepts: {
    sealedValues: "keeping a value, reading it, and which have to be entered again",
    vault: "the secret of the installation with the salt of the database"
  }
})
