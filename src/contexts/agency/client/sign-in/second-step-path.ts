/** Where users must set up the second factor that their role requires; the console does not run there. */
export const secondStepPath = '/second-step';
