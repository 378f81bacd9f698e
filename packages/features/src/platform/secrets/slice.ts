import { defineSlice } from "../../defineSlice.ts"

export const secretsSlice = defineSlice({
  name: "secrets",
  about: "encrypted passwords and keys of other services",
  stores: "encrypted values and the salt of their key, as rows and never as events",
  open: ["sealedValues"],
  concepts: {
    sealedValues: "stores and reads encrypted values, and lists those that must be entered again",
    vault: "derives the encryption key from the installation's secret and the database's salt"
  }
})
