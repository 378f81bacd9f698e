import "./styles/main.css"
import { makeApp } from "./app/makeApp"

makeApp().mount("#app")
