/** What a signed-in person is shown of themselves, so that they see which account it is. Nobody else gets it. */
export interface Account {
  id: string;
  name: string;
  email: string;
}
