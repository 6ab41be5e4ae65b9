/** The user answered a confirmation with no: nothing is sent, the form remains open, and no error is shown. */
export class NotMeant extends Error {
  constructor() {
    super('NotMeant');
    this.name = 'NotMeant';
  }
}
