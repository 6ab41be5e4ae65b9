/** A reason not to start that the person at the terminal can mend; its message is the whole sentence. */
export class StartupFailure extends Error {}
