/** The account that the sign-in pages show to its own user. */
export interface Account {
  id: string;
  name: string;
  email: string;
}
