import { allKinds, type KindInfo } from "@/features/items/kinds/kinds"

export const kindOfList = (page: string): KindInfo | undefined =>
  allKinds.find(({ routes }) => routes.list === page)
