/** A start failure that the operator can fix; its message is complete. */
export class StartupFailure extends Error {}
