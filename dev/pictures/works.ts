/** The contents of the generated library. All titles are fictional. */
export const movies = [
  ["The Last Signal", 2019],
  ["Paper Lanterns", 2022],
  ["North of Winter", 2016],
  ["Harbour Lights", 2021],
  ["The Glass Orchard", 2018],
  ["A Map of Rain", 2023],
  ["Salt Road", 2014],
  ["Night Ferry", 2020],
  ["The Quiet Engine", 2017],
  ["Copper Sky", 2024],
  ["Letters to the Tide", 2015],
  ["Seven Bridges", 2012]
] as const

export const series = [
  {
    title: "Lighthouse Keepers",
    year: 2021,
    episodes: ["Arrival", "The Lamp", "Fog", "High Water", "Two Ships"]
  },
  { title: "Metro City Nights", year: 2019, episodes: ["Last Train", "Neon", "The Tunnel", "Rooftops"] },
  { title: "Field Notes", year: 2023, episodes: ["Moss", "Heron", "First Frost", "The Long Meadow"] }
] as const

export const clips = [
  "Garden in April",
  "First Steps",
  "Birthday Cake",
  "Sunday Hike",
  "Snow Day",
  "Boat Trip"
] as const

export const albums = [
  {
    artist: "Ada Winter",
    title: "Northern Line",
    year: 2022,
    tracks: ["First Light", "Paper Boats", "Quiet Hours", "Harbour", "Northern Line"]
  },
  {
    artist: "The Orchards",
    title: "Low Sun",
    year: 2018,
    tracks: ["Low Sun", "Grain", "Swallows", "Fence Post"]
  },
  {
    artist: "Kilo Meter",
    title: "Interchange",
    year: 2024,
    tracks: ["Ramp", "Overpass", "Toll", "Exit 9", "Shoulder"]
  },
  {
    artist: "Marlow & Finch",
    title: "Letters Home",
    year: 2015,
    tracks: ["Dear Anna", "Postmark", "Airmail"]
  },
  {
    artist: "Ada Winter",
    title: "Small Hours",
    year: 2019,
    tracks: ["Two O’Clock", "Kettle", "Window", "Four O’Clock"]
  },
  { artist: "Glasshouse", title: "Fern", year: 2021, tracks: ["Spore", "Frond", "Canopy", "Light Well"] }
] as const

/** Photo albums: the place, and the date of the first photo. */
export const journeys = [
  ["Norway", "2024-06-12"],
  ["Lisbon", "2023-09-03"],
  ["Home", "2024-12-24"],
  ["Alps", "2022-02-18"],
  ["Kyoto", "2019-04-02"],
  ["Coast Walk", "2021-08-14"]
] as const

export const books = [
  ["The Quiet Harbour", "Ines Calder", "Harbours 1"],
  ["The Loud Harbour", "Ines Calder", "Harbours 2"],
  ["The Empty Harbour", "Ines Calder", "Harbours 3"],
  ["A Winter’s Letters", "Tomas Reed", ""],
  ["Notes on Bread", "Lena Okafor", ""],
  ["The Clockmaker’s Atlas", "Jun Sato", ""],
  ["Birds of the Inner City", "Mara Lind", ""],
  ["Seventeen Rivers", "Tomas Reed", ""],
  ["Small Engines", "Pavel Horn", ""],
  ["The Salt Cellar", "Lena Okafor", ""]
] as const
