import "./styles/main.css"
import { makeApp } from "./app/makeApp"
import { startLocale } from "./lib/i18n/locale"

// There is no top-level `await`, because the bundler would then split the shared code of the entry into 20 more files.
void startLocale().then(() => makeApp().mount("#app"))
