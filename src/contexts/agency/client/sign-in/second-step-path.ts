/** Where a role leads its people who have no second factor yet; nothing of the console runs there. */
export const secondStepPath = '/second-step';
