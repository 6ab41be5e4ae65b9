/** Roles of assignees (document 2, section 2). */
export const holders = { type: 'agent,manager,tech_lead' };
