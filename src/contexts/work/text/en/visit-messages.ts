/** Texts to borrowers before a visit; a separate template at the carrier. */
export const visitMessages = {
  notice: (o: { lender: string; ending: string; visitor: string; url: string | null }) =>
    `${o.lender}: ${o.visitor} will visit you about your loan ending ${o.ending} in the coming days.${
      o.url === null ? '' : ` See who it is: ${o.url}`
    }`,
} as const;
