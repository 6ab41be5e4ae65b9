/** The author of a form answered a question with no: nothing is sent, the form stays open, and there is no error to show. */
export class NotMeant extends Error {
  constructor() {
    super('NotMeant');
    this.name = 'NotMeant';
  }
}
