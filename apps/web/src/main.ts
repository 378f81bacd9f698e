import "./styles/main.css"
import { makeApp } from "./app/makeApp"
import { startLocale } from "./lib/i18n/locale"

// No top-level await, because it would make the bundler split the shared code of the entry into 20 more files.
void startLocale().then(() => makeApp().mount("#app"))
