import "./styles/main.css"
import { makeApp } from "./app/makeApp"
import { startLocale } from "./lib/i18n/locale"

// Not awaited at the top: then the bundler would have to keep what pages share apart from the entry, in 20 more files.
void startLocale().then(() => makeApp().mount("#app"))
